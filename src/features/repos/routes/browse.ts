import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#base/messages.ts'
import { frameOnly, SEALED_PAGE, SEALED_SVG } from '#platform/http/security.ts'
import { attachment } from '#platform/http/download.ts'
import { report } from '#platform/http/errors.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { fileNameOf, repoHref } from '../links.ts'
import { BlamePage } from '../pages/blame-page.tsx'
import { RepoFilePage } from '../pages/file-page.tsx'
import { FolderPage } from '../pages/folder-page.tsx'
import { NumbersPage } from '../pages/numbers-page.tsx'
import { CommitPage, HistoryPage } from '../pages/past-pages.tsx'
import { RepoRenderedPage } from '../pages/rendered-page.tsx'
import { RepoSearchPage } from '../pages/search-page.tsx'
import { WaitingPage } from '../pages/waiting-page.tsx'
import { PastQuery } from '../schema/past.ts'
import * as schema from '../schema/repos.ts'
import { openDownload } from '../service/download.ts'
import { numbersOf } from '../service/numbers.ts'
import * as open from '../service/open.ts'
import { readmeOf, readSealed, type Renderers, renderFile } from '../service/rendered.ts'
import * as past from '../service/past.ts'
import { getByName } from '../service/repos.ts'
import type { Taken } from '../taken.ts'
import type { At, Draw, NotesHere } from '../view.ts'
import { pathOf } from './api.ts'

type Ctx = FastifyRequest['ctx']

/** What other features give to these pages: they stand on repositories, so they are handed in from above. */
export type BrowseParts = {
  draw: Draw
  drawDiff: (locale: Locale) => past.DrawDiff
  notesHere: (ctx: Ctx, repoName: string, path: string) => Promise<NotesHere>
  leftRepos: (ctx: Ctx) => Promise<{ repoName: string; notes: number }[]>
  render: Renderers
  /** Of this site, to name the one address that a frame may show. */
  origin: string
}

/** Shown as text whatever it says, and should a browser think otherwise, in a box without scripts, network or origin. */
const BOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

type Query = {
  at?: string | undefined
  view?: 'history' | 'blame' | 'commit' | 'numbers' | 'rendered' | undefined
  as?: 'svg' | 'page' | undefined
  q?: string | undefined
  skip?: number | undefined
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
  const querystring = PastQuery

  app.get(
    '/repos/:owner/:name',
    { config, schema: { params: schema.RepoParams, querystring } },
    async ({ ctx, params, query }, reply) => {
      const repo = await getByName(ctx, `${params.owner}/${params.name}`)
      if (repo.head === null) return reply.page(WaitingPage({ frame: reply.frame, now: ctx.now, repo }))
      const at = await open.openRepo(ctx, repo.name, query.at)
      return show({ ctx, reply, at, path: '', query, parts })
    },
  )

  app.get(
    '/repos/:owner/:name/*',
    { config, schema: { params: schema.PathParams, querystring } },
    async ({ ctx, params, query }, reply) => {
      const at = await open.openRepo(ctx, `${params.owner}/${params.name}`, query.at)
      return show({ ctx, reply, at, path: pathOf(params['*']), query, parts })
    },
  )
}

async function show(shown: Shown): Promise<FastifyReply> {
  const { ctx, reply, at, path, query } = shown
  const common = { frame: reply.frame, now: ctx.now, at }
  if (query.raw) return sendRaw(shown)
  if (query.download) return sendDownload(shown)
  if (query.as) return sendSealed(shown, query.as)
  if (query.q !== undefined && query.q.trim() !== '')
    return reply.page(RepoSearchPage({ ...common, q: query.q, ...(await past.searchRepo(ctx, at, query.q)) }))
  switch (query.view) {
    case 'history':
      return reply.page(HistoryPage({ ...common, path, ...(await past.historyOf(ctx, at, path, query.skip ?? 0)) }))
    case 'commit':
      return reply.page(
        CommitPage({ ...common, ...(await past.openCommit(ctx, at, shown.parts.drawDiff(reply.frame.locale))) }),
      )
    case 'numbers':
      return reply.page(NumbersPage({ ...common, numbers: await numbersOf(ctx, at) }))
    case 'blame':
      return sendBlame(shown)
    case 'rendered':
      return sendRendered(shown)
    case undefined:
      return sendPath(shown)
  }
}

async function sendPath({ ctx, reply, at, path, query, parts }: Shown): Promise<FastifyReply> {
  const common = { frame: reply.frame, now: ctx.now, at }
  const opened = await open.openPath(ctx, at, path)
  if (opened.is === 'folder') {
    const readme = await readmeOf(ctx, at, opened.items, parts.render)
    return reply.page(FolderPage({ ...common, path, items: opened.items, readme, taken: takenBefore(query) }))
  }
  const { file } = opened
  const [shown, notes] = await Promise.all([
    open.showFile(ctx, at.repo, file, parts.draw),
    parts.notesHere(ctx, at.repo.name, file.path),
  ])
  return reply.page(RepoFilePage({ ...common, file, shown, notes }))
}

function takenBefore({ saved, unchanged = 0, refused = 0, kept = 0 }: Query): Taken | null {
  return saved === undefined ? null : { saved, unchanged, refused, kept }
}

async function sendRaw({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  const text = await open.readText(ctx, at, path)
  reply.headers({
    'content-security-policy': BOX,
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
  })
  return reply.type('text/plain; charset=utf-8').send(text)
}

async function sendDownload({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  // Once it is on its way, only the log can be told that it broke off.
  const { file, bytes } = await openDownload(ctx, at, path, (error) => report(error, reply.request))
  reply.headers({ 'content-security-policy': BOX, 'content-disposition': attachment(fileNameOf(file.path)) })
  reply.header('content-length', file.size)
  return reply.type('application/octet-stream').send(bytes)
}

async function sendRendered({ ctx, reply, at, path, parts }: Shown): Promise<FastifyReply> {
  const rendered = await renderFile(ctx, at, path, parts.render)
  if (rendered.kind === 'html') frameOnly(reply, `${parts.origin}${repoHref(at.repo.name, path)}`)
  return reply.page(RepoRenderedPage({ frame: reply.frame, now: ctx.now, at, path, rendered }))
}

/** What a picture or a frame of that page loads, under headers that leave it nothing to do. */
async function sendSealed({ ctx, reply, at, path, parts }: Shown, as: 'svg' | 'page'): Promise<FastifyReply> {
  const text = await readSealed(ctx, at, path, as === 'svg' ? 'svg' : 'html')
  if (as === 'svg') return reply.headers(SEALED_SVG).type('image/svg+xml; charset=utf-8').send(text)
  const page = parts.render.page(ctx, at.repo.id, text)
  const type = page === null ? 'text/plain' : 'text/html'
  return reply
    .headers(SEALED_PAGE)
    .type(`${type}; charset=utf-8`)
    .send(page ?? text)
}

async function sendBlame({ ctx, reply, at, path }: Shown): Promise<FastifyReply> {
  // First what it says: it may not be there at all.
  const lines = past.gitLines(await open.readText(ctx, at, path))
  const blamed = await past.blameOf(ctx, at, path)
  const parts = blamed.map((part) => ({ ...part, lines: lines.slice(part.start - 1, part.end) }))
  return reply.page(BlamePage({ frame: reply.frame, now: ctx.now, at, path, parts }))
}
