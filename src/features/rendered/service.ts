import { loadGrammar } from '#base/highlight/highlight.ts'
import { idOr } from '#base/wire.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Resource } from '#platform/events/event.ts'
import { type File, fileNotFound, getContent, getFile, markOpened, VIEW_BYTES } from '#features/files/public.ts'
import { countFileNotes } from '#features/notes/public.ts'
import { renderFailed } from './events.ts'
import { LABELS, PAGE_IDS } from './labels.ts'
import { fenceLanguages, renderMarkdown } from './markdown.ts'
import { notRenderable } from './problems.ts'
import { firstPart, isOfKind, type RenderedKind, type RenderedText } from './rendering.ts'
import { sanitizePage } from './sanitize-page.ts'

/** A live file of this person that has such a view. */
async function findFile(ctx: UserCtx, id: string, kind: RenderedKind): Promise<File> {
  const file = await getFile(
    ctx,
    idOr<'file'>(id, () => fileNotFound({ file_id: id })),
  )
  if (!isOfKind(file.language, kind)) throw notRenderable({ file_id: file.id, language: file.language })
  return file
}

/** The same, looked at by a person: it belongs to "recent" now. */
export async function openFile(ctx: UserCtx, id: string, kind: RenderedKind): Promise<File> {
  const file = await findFile(ctx, id, kind)
  await markOpened(ctx, file.id)
  return file
}

export async function readText(ctx: UserCtx, id: string, kind: RenderedKind): Promise<string> {
  const file = await findFile(ctx, id, kind)
  return getContent(ctx, file, file.version)
}

export async function renderText(ctx: UserCtx, file: File): Promise<RenderedText> {
  return renderSource(ctx, { type: 'file', id: file.id }, await getContent(ctx, file, file.version))
}

/** `link`: where a relative link of the text leads; as it is written when nothing is said. */
export async function renderSource(
  ctx: UserCtx,
  resource: Resource,
  text: string,
  link?: (href: string) => string,
): Promise<RenderedText> {
  const { part, rest } = firstPart(text, VIEW_BYTES)
  try {
    await Promise.all(fenceLanguages(part).map(loadGrammar))
    const options = { labels: LABELS[ctx.locale], reservedIds: PAGE_IDS, ...(link && { link }) }
    const { html, headings } = renderMarkdown(part, options)
    const has = { math: html.includes(' data-math="'), diagrams: html.includes('<pre data-mermaid') }
    return { outcome: 'rendered', html, headings, rest, has }
  } catch (error) {
    report(ctx, resource, error)
    return { outcome: 'failed', source: part, rest }
  }
}

export async function countNotes(ctx: UserCtx, file: File): Promise<number> {
  return countFileNotes(ctx, file.id)
}

export type SafePage = { outcome: 'safe'; html: string } | { outcome: 'failed'; source: string }

/** A page without what acts. What is made to overload a parser, or breaks ours, is shown as its source. */
export async function readSafePage(ctx: UserCtx, id: string): Promise<SafePage> {
  const file = await findFile(ctx, id, 'html')
  return safePage(ctx, { type: 'file', id: file.id }, await getContent(ctx, file, file.version))
}

export function safePage(ctx: UserCtx, resource: Resource, source: string): SafePage {
  try {
    const html = sanitizePage(source)
    return html === null ? { outcome: 'failed', source } : { outcome: 'safe', html }
  } catch (error) {
    report(ctx, resource, error)
    return { outcome: 'failed', source }
  }
}

function report(ctx: UserCtx, resource: Resource, error: unknown): void {
  ctx.emit(renderFailed, { resource, error: error instanceof Error ? error.name : 'unknown' })
}
