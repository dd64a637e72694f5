import type { HtmlBytes } from '#base/html-slot.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type TextSource, unpackBytes } from '#platform/db/body-codec.ts'
import type { Resource } from '#platform/events/event.ts'
import { TaskError } from '#platform/threads.ts'
import { type File, getFile, getPackedContent, markOpened, parseFileId, VIEW_BYTES } from '#features/files/public.ts'
import { listKnownLinks } from '#features/links/public.ts'
import { countFileNotes } from '#features/notes/public.ts'
import { renderFailed } from '../events.ts'
import { notRenderable } from '../problems.ts'
import { type FailedText, isOfKind, type RenderedKind, type RenderedText } from '../rendering.ts'
import type { TextLinks } from './markdown-job.ts'
import { escapeTask, renderMarkdownTask, sanitizePageTask } from './tasks.ts'

/** Returns a live file of this user that has such a view. */
async function findFile(ctx: UserCtx, id: string, kind: RenderedKind): Promise<File> {
  const file = await getFile(ctx, parseFileId(id))
  if (!isOfKind(file.language, kind)) throw notRenderable({ file_id: file.id, language: file.language })
  return file
}

/** The same, and records that the user opened it, for the "recent" list. */
export async function openFile(ctx: UserCtx, id: string, kind: RenderedKind): Promise<File> {
  const file = await findFile(ctx, id, kind)
  await markOpened(ctx, file.id)
  return file
}

/** The saved text as bytes. The hash is over the compressed body, which is smaller. */
export async function readStored(ctx: UserCtx, id: string, kind: RenderedKind): Promise<HtmlBytes> {
  const file = await findFile(ctx, id, kind)
  const packed = await getPackedContent(ctx, file, file.version)
  return { bytes: unpackBytes(packed), digest: sha256(packed.body).toString('hex') }
}

export async function renderText(ctx: UserCtx, file: File): Promise<RenderedText> {
  const [source, known] = await Promise.all([
    getPackedContent(ctx, file, file.version),
    listKnownLinks(ctx, { kind: 'file', id: file.id }),
  ])
  return renderSource(ctx, { type: 'file', id: file.id }, source, { kind: 'file', fileId: file.id, known })
}

export async function renderSource(
  ctx: UserCtx,
  resource: Resource,
  source: TextSource,
  links: TextLinks,
): Promise<RenderedText> {
  try {
    const job = { source, maxChars: VIEW_BYTES, locale: ctx.locale, links }
    return { outcome: 'rendered', ...(await ctx.offload(renderMarkdownTask, job)) }
  } catch (error) {
    return failed(ctx, resource, source, error)
  }
}

export async function countNotes(ctx: UserCtx, file: File): Promise<number> {
  return countFileNotes(ctx, file.id)
}

export type SafePage = { outcome: 'safe'; html: HtmlBytes } | FailedText

/** Sanitises a page. A page that overloads the parser, or breaks ours, is shown as its source. */
export async function readSafePage(ctx: UserCtx, id: string): Promise<SafePage> {
  const file = await findFile(ctx, id, 'html')
  return safePage(ctx, { type: 'file', id: file.id }, await getPackedContent(ctx, file, file.version))
}

export async function safePage(ctx: UserCtx, resource: Resource, source: TextSource): Promise<SafePage> {
  try {
    const html = await ctx.offload(sanitizePageTask, source)
    return html ? { outcome: 'safe', html } : await sourceOf(ctx, source, false)
  } catch (error) {
    return failed(ctx, resource, source, error)
  }
}

async function failed(ctx: UserCtx, resource: Resource, source: TextSource, error: unknown): Promise<FailedText> {
  if (!(error instanceof TaskError)) throw error
  ctx.emit(renderFailed, { resource, error: error.name })
  return sourceOf(ctx, source, error.reason !== 'failed')
}

async function sourceOf(ctx: UserCtx, source: TextSource, isSlow: boolean): Promise<FailedText> {
  const { html, rest } = await ctx.offload(escapeTask, { source, maxChars: VIEW_BYTES })
  return { outcome: 'failed', isSlow, source: html, rest }
}
