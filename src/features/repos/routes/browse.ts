import type { FastifyReply, FastifyRequest } from 'fastify'
import { SANDBOXED_PAGE, SANDBOXED_SVG, SANDBOXED_TEXT } from '#platform/http/sandbox.ts'
import { allowFrameOf } from '#platform/http/security.ts'
import { attachmentHeader } from '#platform/http/download.ts'
import { prefersHtml } from '#platform/http/accept.ts'
import { whileConnected } from '#platform/http/disconnect.ts'
import { reportError } from '#platform/http/errors.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { RenderedText } from '#features/rendered/rendering.ts'
import { fileNameOf, repoHref } from '../links.ts'
import { BranchWaitingPage, NoFileOnBranchPage } from '../pages/branch-pages.tsx'
import { BlamePage } from '../pages/blame-page.tsx'
import { RepoFilePage } from '../pages/file-page.tsx'
import { FolderPage } from '../pages/folder-page.tsx'
import { NumbersPage } from '../pages/numbers-page.tsx'
import { CommitPage, HistoryPage } from '../pages/past-pages.tsx'
import { RepoRenderedPage } from '../pages/rendered-page.tsx'
import { RepoTreePage } from '../pages/tree-page.tsx'
import { RepoSearchPage } from '../pages/search-page.tsx'
import { WaitingPage } from '../pages/waiting-page.tsx'
import { BrowsePageQuery } from '../schema/past.ts'
import * as schema from '../schema/repos.ts'
import { openCommit } from '../service/commit.ts'
import { openDownload } from '../service/download.ts'
import type { CodeRenderer } from '../service/draw-diff.ts'
import { countNotes } from '../service/notes.ts'
import { numbersOf } from '../service/numbers.ts'
import * as open from '../service/open.ts'
import { readmeOf, readSealed, renderFile, sanitizePage } from '../service/rendered.ts'
import * as past from '../service/past.ts'
import { getByName } from '../service/repos.ts'
import { findText, openText, showFile } from '../service/show-file.ts'
import { openTree } from '../service/tree.ts'
import type { Taken } from '../import-counts.ts'
import type { At, DrawnChange } from '../view.ts'
import { pathOf } from './api.ts'

type Ctx = FastifyRequest['ctx']

export type BrowseParts = {
  codeRenderer: CodeRenderer
  /** The origin of this site, for the one URL that a frame may show. */
  origin: string
}

type Query = {
  at?: string | undefined
  branch?: string | undefined
  view?: 'history' | 'blame' | 'commit' | 'numbers' | 'rendered' | 'tree' | undefined
  as?: 'svg' | 'page' | undefined
  q?: string | undefined
  skip?: number | undefined
  level?: '1' | undefined
  raw?: '1' | undefined
  download?: '1' | undefined
  saved?: number | undefined
  unchanged?: number | undefined
  refused?: number | undefined
  kept?: number | undefined
}
type Shown = { ctx: Ctx; reply: FastifyReply; at: At; path: string; query: Query; parts: BrowseParts }

export const browseRoutes: FeatureRoutes<BrowseParts> = (app, parts) => {
  const config = { auth: 'user' as const }
  const querystring = BrowsePageQuery

  app.get(
    '/repos/:owner/:name',
    { config, schema: { params: schema.RepoParams, querystring } },
    async ({ ctx, params, query }, reply) => {
      const repo = await getByName(ctx, `${params.owner}/${params.name}`)
      if (repo.head === null) return reply.page(WaitingPage({ frame: reply.frame, now: ctx.now, repo }))
      return showBranch({ ctx, reply, name: repo.name, path: '', query, parts })
    },
  )

  app.get(
    '/repos/:owner/:name/*',
    { config, schema: { params: schema.PathParams, querystring } },
    async ({ ctx, params, query }, reply) => {
      return showBranch({ ctx, reply, name: `${params.owner}/${params.name}`, path: pathOf(params['*']), query, parts })
    },
  )
}

/** A branch that is not here yet, and a path that it does not have, have pages of their own with the way to other branches. */
async function showBranch({ name, ...shown }: Named): Promise<FastifyReply> {
  const { ctx, reply, path, query } = shown
  if (!prefersHtml(reply.request.headers.accept ?? ''))
    return show({ ...shown, at: await open.openRepo(ctx, name, query) })
  const page = { frame: reply.frame, now: ctx.now, path }
  const opened = await open.openBranch(ctx, name, query)
  if (opened.is === 'waiting') return reply.code(409).page(BranchWaitingPage({ ...page, ...opened }))
  const { at } = opened
  if (await open.isOnOtherBranch(ctx, at, path))
    return reply.code(404).page(NoFileOnBranchPage({ ...page, at, view: query.view }))
  return show({ ...shown, at })
}

type Named = Omit<Shown, 'at'> & { name: string }

async function show(shown: Shown): Promise<FastifyReply> {
  const { ctx, reply, at, query } = shown
  const common = { frame: reply.frame, now: ctx.now, at }
  if (query.raw) return sendRaw(shown)
  if (query.download) return sendDownload(shown)
  if (query.as) return sendSealed(shown, query.as)
  if (query.q !== undefined && query.q.trim() !== '')
    return reply.page(RepoSearchPage({ ...common, q: query.q, ...(await past.searchRepo(ctx, at, query.q)) }))
  switch (query.view) {
    case 'history':
      return sendHistory(shown)
    case 'commit': {
      const commit = await openCommit(ctx, at, shown.parts.codeRenderer)
      return reply.page(CommitPage({ ...common, ...commit }), partsOf(commit.files))
    }
    case 'numbers':
      return reply.page(NumbersPage({ ...common, numbers: await numbersOf(ctx, at) }))
    case 'blame':
      return sendBlame(shown)
    case 'rendered':
      return sendRendered(shown)
    case 'tree':
      return reply.page(RepoTreePage({ ...common, ...(await openTree(ctx, at, shown.path, query.level === '1')) }))
    case undefined:
      return sendPath(shown)
  }
}

async function sendHistory({ ctx, reply, at, path, query }: Shown): Promise<FastifyReply> {
  const [history, file] = await Promise.all([
    past.historyOf(ctx, at, path, query.skip ?? 0),
    path === '' ? null : findText(ctx, at, path),
  ])
  return reply.page(HistoryPage({ frame: reply.frame, now: ctx.now, at, path, file, ...history }))
}

async function sendPath({ ctx, reply, at, path, query, parts }: Shown): Promise<FastifyReply> {
  const common = { frame: reply.frame, now: ctx.now, at }
  const opened = await open.openPath(ctx, at, path)
  if (opened.is === 'folder') {
    const { items } = opened
    const [readme, last] = await Promise.all([
      readmeOf(ctx, at, items),
      whileConnected(reply.request, (signal) => past.lastCommits(ctx, at, path, items, signal)),
    ])
    const page = FolderPage({ ...common, path, items, last, readme, taken: takenBefore(query) })
    return reply.page(page, readme ? [partOf(readme.text)] : [])
  }
  const { file } = opened
  const [shown, notes] = await Promise.all([
    showFile(ctx, at.repo, file, parts.codeRenderer),
    countNotes(ctx, at, file.path),
  ])
  const drawn = shown.as === 'text' ? shown.drawn : null
  const wraps = (reply.request.cookies['wrap'] ?? (drawn?.hasRtl ? '1' : '0')) === '1'
  return reply.page(RepoFilePage({ ...common, file, shown, notes, wraps }), drawn ? [drawn.html] : [])
}

function partOf(text: RenderedText): HtmlBytes {
  return text.outcome === 'rendered' ? text.html : text.source
}

function takenBefore({ saved, unchanged = 0, refused = 0, kept = 0 }: Query): Taken | null {
  return saved === undefined ? null : { saved, unchanged, refused, kept }
}

async function sendRaw({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  const text = await open.readText(ctx, at, path)
  reply.headers({
    ...SANDBOXED_TEXT,
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
  })
  return reply.type('text/plain; charset=utf-8').send(text)
}

async function sendDownload({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  // The headers are sent by now, so a failure can only be logged.
  const { file, bytes } = await openDownload(ctx, at, path, (error) => reportError(error, reply.request))
  reply.headers({ ...SANDBOXED_TEXT, 'content-disposition': attachmentHeader(fileNameOf(file.path)) })
  reply.header('content-length', file.size)
  return reply.type('application/octet-stream').send(bytes)
}

async function sendRendered({ ctx, reply, at, path, parts }: Shown): Promise<FastifyReply> {
  const rendered = await renderFile(ctx, at, path)
  if (rendered.kind === 'html') allowFrameOf(reply, `${parts.origin}${repoHref(at.repo.name, path)}`)
  const page = RepoRenderedPage({ frame: reply.frame, now: ctx.now, at, path, rendered })
  return reply.page(page, rendered.kind === 'markdown' ? [partOf(rendered.text)] : [])
}

/** The document that an image or a frame of that page loads, under headers that let it do nothing. */
async function sendSealed({ ctx, reply, at, path }: Shown, as: 'svg' | 'page'): Promise<FastifyReply> {
  const text = await readSealed(ctx, at, path, as === 'svg' ? 'svg' : 'html')
  if (as === 'svg') return reply.headers(SANDBOXED_SVG).type('image/svg+xml; charset=utf-8').send(text)
  const page = await sanitizePage(ctx, at, text)
  const type = page === null ? 'text/plain' : 'text/html'
  return reply
    .headers(SANDBOXED_PAGE)
    .type(`${type}; charset=utf-8`)
    .send(page ? Buffer.from(page.bytes) : text)
}

async function sendBlame({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  // Read the text first: the file may not exist.
  const { file, text } = await openText(ctx, at, path)
  const lines = past.gitLines(text)
  const blamed = await past.blameOf(ctx, at, path)
  const parts = blamed.map((part) => past.partOf(part, lines))
  return reply.page(BlamePage({ frame: reply.frame, now: ctx.now, at, file, parts }))
}

/** The HTML for the slots of a page with diffs. */
export function partsOf(changes: readonly (DrawnChange | null)[]): HtmlBytes[] {
  return changes.flatMap((change) => (change?.rows ? [change.rows.html] : []))
}
