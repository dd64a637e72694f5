import { z } from 'zod'
import { DEFAULT_BODY_BYTES } from '#platform/http/body-limits.ts'
import type { RouteInfo } from '#platform/http/types.ts'
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
/** A family ends after the line that reaches the length, and a note above 20,000 characters would be refused. */
const NOTE = 19_500
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
const shows = (route: string, url: (made: Made) => string, headers: Record<string, string>): Step => ({
  route: `GET ${route}`,
  takes: null,
  ask: (made) => ({ method: 'GET', url: url(made), headers }),
})
const post = (url: string, body: Ask['body']): Ask => ({ method: 'POST', url, ...(body && { body }) })

/** What takes a text, and what makes the ids for later steps. */
const WRITES: readonly Step[] = [
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
]

/** Pages that show more with a query, which the path does not tell. */
const SHOWS: readonly Step[] = [
  shows('/file/:id', ({ java }) => `/file/${java}`, HTML()),
  // Markdown as text, with its hidden characters.
  shows('/file/:id', ({ md }) => `/file/${md}?reveal=1`, HTML()),
  shows('/file/:id/tree', ({ java }) => `/file/${java}/tree`, HTML()),
  shows('/file/:id/history', ({ java }) => `/file/${java}/history?from=1&to=2`, HTML()),
  shows('/html/:id', ({ html }) => `/html/${html}`, HTML()),
  shows('/html/:id', ({ html }) => `/html/${html}?scripts=on`, { ...HTML(), 'sec-fetch-dest': 'iframe' }),
  shows('/shares/new', ({ java, fileNote }) => `/shares/new?files=${java}&shown=&note=${fileNote}`, HTML()),
  shows('/shared/:token/embed', ({ link }) => `/shared/${link}/embed?lines=1-9`, HTML()),
  shows('/boards/:id', ({ board }) => `/boards/${board}?view=list`, HTML()),
  shows('/api/search/opened', ({ java }) => `/api/search/opened?path=/file/${java}`, {}),
  shows('/notes', () => '/notes?q=1', HTML()),
  shows('/links', ({ java }) => `/links?to=${java}`, HTML()),
  shows('/links/open', ({ md }) => `/links/open?file=${md}&name=1`, HTML()),
  shows('/api/links', ({ java }) => `/api/links?to=${java}`, {}),
  shows('/notes', () => '/notes?show=tasks', HTML()),
  shows('/notes', () => '/notes?show=lost', HTML()),
]

function HTML(): Record<string, string> {
  return { accept: 'text/html' }
}

/** Routes that are not driven, each with the reason, besides those that `reasonToSkip` knows. */
export const LEFT_OUT: readonly { routes: RegExp; because: string }[] = [
  {
    routes: /^GET \/(?:login|logout|auth|confirm|set-up|invite|settings\/sign-in)/,
    because: 'signing in shows no text, and the client must stay signed in',
  },
  {
    routes:
      /^GET \/(?:healthz|readyz|assets|sw\.js|embed\.js|favicon\.ico|robots\.txt|about|\.well-known|manifest|offline|rendered\/diagram|api\/docs|api\/openapi|tools\/code\/python)/,
    because: 'the same for everybody',
  },
  {
    routes:
      /^\w+ \/(?:repos|api\/repos|api\/repo-hooks|api\/sticky-notes\/(?:repo|repo-orphans)|notes\/orphans|api\/files\/:id\/upstream|file\/:id\/upstream)/,
    because: 'texts of repositories go through the same tasks as files; git needs a server of its own',
  },
  { routes: /^\w+ \/library\.git\//, because: 'git is a client of its own; packs are written in worker threads' },
  { routes: /^\w+ \/mcp$/, because: 'the tools call the services that the routes above call' },
  {
    routes: /^(?:GET \/(?:api\/)?export|GET \/files\/zip|POST \/(?:api\/)?(?:import|move-in|files\/upload))/,
    because: 'transfer and move-in have tests of their own for size and memory',
  },
  {
    routes: /^POST \/(?:api\/sticky-notes\/batch|boards\/:id\/notes\/:note)$/,
    because: 'each item is a write of a note, as above',
  },
  { routes: /^\w+ \/api\/files\/raw\/:name$/, because: 'raw bodies pass through the same save' },
  {
    routes: /^(?:POST \/shares|GET \/oembed|GET \/feeds\/:key)$/,
    because: 'ids and addresses of shares that are made above',
  },
  { routes: /^POST \/api\/ai\/explain$/, because: 'the text goes to a provider, which the test does not have' },
  { routes: /^POST \/api\/observability\/alerts\/webhook$/, because: 'alerts have a secret and limits of their own' },
]

/** Why a route is not driven; null when it needs a step. */
export function reasonToSkip(route: RouteInfo): string | null {
  if (route.auth === 'admin' || route.auth === 'premium') return 'the client is neither'
  if (route.method !== 'GET' && (route.bodyLimit ?? DEFAULT_BODY_BYTES) <= DEFAULT_BODY_BYTES)
    return 'takes names, numbers and settings: what takes a large text states its own bodyLimit'
  return LEFT_OUT.find(({ routes }) => routes.test(nameOf(route)))?.because ?? null
}

/** One after another for each family and size: what takes a text first, then what shows it. */
export function stepsFor(routes: readonly RouteInfo[]): Step[] {
  const listed = new Set([...WRITES, ...SHOWS].map(({ route }) => route))
  const others = routes.filter((route) => route.method === 'GET' && !listed.has(nameOf(route)) && !reasonToSkip(route))
  return [...WRITES, ...SHOWS, ...others.map(showStep)]
}

export const nameOf = ({ method, url }: RouteInfo) => `${method} ${url}`

const INPUT = { io: 'input', unrepresentable: 'any' } as const

/** A route that shows something needs no entry: its path is filled with what was made, and `q` finds every text. */
function showStep({ url, schema: { querystring } }: RouteInfo): Step {
  const parts = url
    .split('/')
    .map((part, i, all) => (part.startsWith(':') ? parameter(part, all[i - 1] ?? '', url) : part))
  const isSearch = querystring instanceof z.ZodType && 'q' in (z.toJSONSchema(querystring, INPUT).properties ?? {})
  const path = (made: Made) => parts.map((part) => (typeof part === 'string' ? part : made[part.made])).join('/')
  return shows(url, (made) => `${path(made)}${isSearch ? '?q=1' : ''}`, url.startsWith('/api/') ? {} : HTML())
}

/** What the parameter after a part of a path is filled with. */
const MADE_AFTER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['files', 'file', 'raw', 'download', 'sticky-notes'].map((part) => [part, 'java'])),
  md: 'md',
  html: 'html',
  svg: 'svg',
  raw_svg: 'svg',
  note: 'note',
  board: 'board',
  share: 'share',
  shared: 'link',
}

function parameter(name: string, before: string, url: string): string | { made: string } {
  // The first version of a file, and the first file of a link.
  if (name === ':version' || name === ':place') return '1'
  const made = MADE_AFTER[before]
  if (made === undefined)
    throw new Error(`GET ${url}: add to MADE_AFTER what ${name} stands for, or leave the route out`)
  return { made }
}
