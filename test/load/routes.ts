import type { Ask } from './client.ts'

/** What the requests before made: ids by name. */
export type Made = Record<string, string>
export type Step = {
  /** The row of the route table. */
  route: string
  ask: (made: Made) => Ask
  /** The largest text in characters that the route takes; longer ones are cut to it. Null: the text is not in this request. */
  takes: number | null
  /** Keeps a field of the answer for later steps. */
  keeps?: Record<string, string>
}

const FILE = 2 * 1024 * 1024 - 1024
const NOTE = 20_000
const NO_DETAILS = { language: '', description: '', tags: '' }
const api = (fields: Record<string, unknown>, field?: string) => ({
  as: 'json' as const,
  fields,
  ...(field && { field }),
})
const form = (fields: Record<string, unknown>, field?: string) => ({
  as: 'form' as const,
  fields,
  ...(field && { field }),
})

const writes = (route: string, takes: number | null, ask: Step['ask'], keeps?: Step['keeps']): Step => ({
  route,
  ask,
  takes,
  ...(keeps && { keeps }),
})
const shows = (route: string, url: (made: Made) => string, headers?: Record<string, string>): Step => ({
  route: `GET ${route}`,
  takes: null,
  ask: (made) => ({ method: 'GET', url: url(made), ...(headers && { headers }) }),
})
const post = (url: string, body: Ask['body']): Ask => ({ method: 'POST', url, ...(body && { body }) })

/** One after another for each family and size: what takes a text first, then what shows it. */
export const STEPS: readonly Step[] = [
  ...['java', 'md', 'html', 'svg'].map((extension) =>
    writes(
      'POST /api/files',
      FILE,
      ({ round }) => post('/api/files', api({ file_name: `${round}.${extension}` }, 'content')),
      { file_id: extension },
    ),
  ),
  writes(
    'POST /api/sticky-notes/:id',
    NOTE,
    ({ java }) => post(`/api/sticky-notes/${java}`, api({ line_start: 1, line_end: 3 }, 'content')),
    { id: 'fileNote' },
  ),
  writes('PUT /api/files/:id', FILE, ({ java }) => ({
    method: 'PUT',
    url: `/api/files/${java}`,
    body: api({ prev_version: 1 }, 'content'),
  })),
  writes('POST /files/new', FILE, ({ round }) => post('/files/new', form({ file_name: `form${round}.md` }, 'content'))),
  // The name is taken now, so the form comes back with all that was typed.
  writes('POST /files/new', FILE, ({ round }) => post('/files/new', form({ file_name: `form${round}.md` }, 'content'))),
  writes('POST /file/:id/edit', FILE, ({ java, round }) =>
    post(`/file/${java}/edit`, form({ prev_version: 2, file_name: `Edited${round}.java`, ...NO_DETAILS }, 'content')),
  ),
  writes('POST /files/shared', FILE, () => ({
    ...post('/files/shared', { as: 'multipart', fields: { title: 'a.md' }, field: 'text' }),
    headers: HTML(),
  })),
  writes('POST /api/files/:id/restore-version', null, ({ java }) =>
    post(`/api/files/${java}/restore-version`, api({ version: 1 })),
  ),
  writes('POST /api/files/bulk-move', null, ({ md }) =>
    post('/api/files/bulk-move', api({ file_ids: [md], folder: 'x' })),
  ),
  writes('POST /api/files/bulk-tag', null, ({ md }) =>
    post('/api/files/bulk-tag', api({ file_ids: [md], tags: ['x'] })),
  ),
  writes(
    'POST /api/files/:id/share',
    null,
    ({ java, fileNote }) => post(`/api/files/${java}/share`, api({ note_ids: [fileNote] })),
    { share_id: 'share' },
  ),
  writes(
    'POST /api/files/create-share-link',
    null,
    ({ java, fileNote }) => post('/api/files/create-share-link', api({ file_ids: [java], note_ids: [fileNote] })),
    { token: 'link' },
  ),
  writes('POST /api/shared/save', null, ({ share }) => post('/api/shared/save', api({ share_id: share }))),
  writes('POST /share/:share_id/save', null, ({ share }) => post(`/share/${share}/save`, form({}))),
  writes(
    'POST /api/sticky-notes/board/:id',
    NOTE,
    ({ board }) => post(`/api/sticky-notes/board/${board}`, api({}, 'content')),
    { id: 'note' },
  ),
  writes('POST /boards/:id/notes', NOTE, ({ board }) => post(`/boards/${board}/notes`, form({}, 'content'))),
  writes('PUT /api/sticky-notes/note/:id', NOTE, ({ note }) => ({
    method: 'PUT',
    url: `/api/sticky-notes/note/${note}`,
    body: api({}, 'content'),
  })),
  shows('/api/files/:id', ({ java }) => `/api/files/${java}`),
  shows('/api/files/:id/versions/:version', ({ java }) => `/api/files/${java}/versions/1`),
  shows('/api/files', () => '/api/files?q=1'),
  shows('/files', () => '/files?q=1', HTML()),
  shows('/file/:id', ({ java }) => `/file/${java}`, HTML()),
  shows('/file/:id', ({ md }) => `/file/${md}?reveal=1`, HTML()),
  shows('/file/:id/history', ({ java }) => `/file/${java}/history?from=1&to=2`, HTML()),
  shows('/file/:id/edit', ({ java }) => `/file/${java}/edit`, HTML()),
  shows('/raw/:id', ({ java }) => `/raw/${java}`),
  shows('/file/:id/colours', ({ java }) => `/file/${java}/colours`),
  shows('/download/:id', ({ java }) => `/download/${java}`),
  shows('/md/:id', ({ md }) => `/md/${md}`, HTML()),
  shows('/html/:id', ({ html }) => `/html/${html}`, HTML()),
  shows('/html/:id', ({ html }) => `/html/${html}?scripts=on`, { ...HTML(), 'sec-fetch-dest': 'iframe' }),
  shows('/raw_svg/:id', ({ svg }) => `/raw_svg/${svg}`),
  shows('/shares/new', ({ java, fileNote }) => `/shares/new?files=${java}&shown=&note=${fileNote}`, HTML()),
  shows('/share/:share_id', ({ share }) => `/share/${share}`, HTML()),
  shows('/shared/:token', ({ link }) => `/shared/${link}`, HTML()),
  shows('/shared/:token/:place', ({ link }) => `/shared/${link}/1`),
  shows('/shared/:token/embed', ({ link }) => `/shared/${link}/embed?lines=1-9`, HTML()),
  shows('/api/sticky-notes/:id', ({ java }) => `/api/sticky-notes/${java}`),
  shows('/api/sticky-notes/board/:id', ({ board }) => `/api/sticky-notes/board/${board}`),
  shows('/api/sticky-notes/note/:id', ({ note }) => `/api/sticky-notes/note/${note}`),
  shows('/api/sticky-notes/note/:id/history', ({ note }) => `/api/sticky-notes/note/${note}/history`),
  shows('/api/sticky-notes/note/:id/places', ({ note }) => `/api/sticky-notes/note/${note}/places`),
  shows('/boards/:id', ({ board }) => `/boards/${board}?view=list`, HTML()),
  shows('/api/sticky-notes/search', () => '/api/sticky-notes/search?q=1'),
  shows('/api/search', () => '/api/search?q=1'),
  shows('/api/search/opened', ({ java }) => `/api/search/opened?path=/file/${java}`),
  shows('/api/search/stream', () => '/api/search/stream?q=1'),
  shows('/api/search/values', () => '/api/search/values'),
  shows('/search', () => '/search?q=1'),
  shows('/notes', () => '/notes?q=1', HTML()),
  shows('/notes', () => '/notes?show=tasks', HTML()),
  shows('/notes', () => '/notes?show=lost', HTML()),
  shows('/notes/search', () => '/notes/search?q=1', HTML()),
]

function HTML(): Record<string, string> {
  return { accept: 'text/html' }
}

/** Routes that are not driven, each with the reason. A route in neither list fails the test. */
export const LEFT_OUT: readonly { routes: RegExp; because: string }[] = [
  {
    routes: / \/(login|auth|confirm|set-up|invite|register|signed-out|settings\/sign-in|admin\/invitations)(\/|$)/,
    because: 'signing in and its methods take short texts only',
  },
  {
    routes:
      /^(?:GET|POST|PUT|PATCH|DELETE) \/(?:healthz|readyz|assets|sw\.js|embed\.js|favicon\.ico|robots\.txt|about|\.well-known|manifest|offline|rendered\/diagram)/,
    because: 'the same for everybody',
  },
  {
    routes: /^(?:GET|POST) \/(?:login|logout|auth|welcome|api\/welcome)/,
    because: 'takes fields of sign-in only; their body limit has a test of its own',
  },
  {
    routes:
      /^\w+ \/(?:admin|api\/admin|api\/observability|api\/ai|api\/stats|api\/push|api\/tokens|settings|api\/settings|dashboard|announcements|api\/v1\/announcements|api\/docs|api\/openapi|api\/agent\/primer|trash|reminders|api\/trash|$)/,
    because: 'takes or shows names, numbers and settings of bounded length, no text',
  },
  {
    routes:
      /^\w+ \/(?:repos|api\/repos|api\/repo-hooks|api\/sticky-notes\/(?:repo|repo-orphans|orphan-repos)|notes\/orphans|api\/files\/:id\/upstream|file\/:id\/upstream|file\/:id\/upload)/,
    because: 'texts of repositories go through the same tasks as files; git needs a server of its own',
  },
  { routes: /^\w+ \/library\.git\//, because: 'git is a client of its own; packs are written in worker threads' },
  { routes: /^\w+ \/(?:mcp|api\/mcp|api\/agent)/, because: 'the tools call the services that the routes above call' },
  {
    routes:
      /^\w+ \/(?:import|move-in|upload|export|files\/(?:upload|zip)|api\/(?:import|move-in|export|upload|files\/(?:upload|import|export|create-zip)))/,
    because: 'transfer and move-in have tests of their own for size and memory',
  },
  { routes: /^\w+ \/(?:tools\/code|api\/code)/, because: 'code goes to the runner as it is' },
  {
    routes:
      /^\w+ \/api\/sticky-notes\/(?:note\/:id$|note\/:id\/(?:reminder|watch|snooze|move|move-to-file|dismiss-move|restore|history\/restore|reattach|task)|reminders|batch)/,
    because: 'moves, dates and ticks of a note that is written above',
  },
  {
    routes:
      /^\w+ \/(?:note\/:id|notes\/:id\/tasks|boards$|boards\/:id\/(?:delete|rename|notes\/:note)|api\/note-boards)/,
    because: 'names, redirects and forms of a note that is written above',
  },
  {
    routes:
      /^\w+ \/(?:api\/files\/(?:facets|ids|bulk-delete|bulk-\w+|:id\/(?:pin|trash|favorite|favorites|versions$))|api\/files\/\w+$|files\/bulk|files\/new|file\/:id\/(?:details|marks|restore|trash|restore-version)|svg\/:id|html\/:id\/view)/,
    because: 'ids, names and marks of a file that is written above',
  },
  {
    routes: /^\w+ \/(?:api\/shares|shares$|shares\/:share_id|shares\/feed|feeds|oembed)/,
    because: 'addresses of shares that are made above',
  },
  {
    routes: /^(?:PUT|DELETE|POST) \/api\/files\/:id$|^(?:PUT|POST) \/api\/files\/raw/,
    because: 'deleting takes no text; raw bodies pass through the same save',
  },
]
