import type { FileId } from '#base/ids.ts'
import { highlightName } from '#base/language/language.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  type File,
  getFileWithText,
  getPackedContent,
  getVersion,
  markOpened,
  VIEW_BYTES,
  parseFileId,
} from '#features/files/public.ts'
import { type LocatedNotes, listNotesOfFile } from '#features/notes/public.ts'
import { COLOUR_BYTES, isLargeText } from '../large.ts'
import type { ShownText, ViewedFile } from '../view.ts'
import type { CodeRenderer } from './code-renderer.ts'

export type ViewQuery = { version: number | undefined; reveal: boolean }

/** A file and the requested version of it, rendered. */
export async function openFile(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  id: string,
  { version, reveal }: ViewQuery,
): Promise<{ file: ViewedFile; shown: ShownText; located: LocatedNotes }> {
  const fileId = parseFileId(id)
  const drawing = drawVersion(ctx, codeRenderer, fileId, { version, reveal })
  const [{ file, shown }, located] = await Promise.all([drawing, listNotesOfFile(ctx, fileId)])
  return { file, shown, located }
}

async function drawVersion(ctx: UserCtx, codeRenderer: CodeRenderer, id: FileId, ask: ViewQuery) {
  const { file, found, source } = await readVersion(ctx, id, ask.version)
  const { reveal } = ask
  const isLarge = isLargeText(found)
  const look = { language: file.language, reveal, hiddenLines: [], isLarge, maxBytes: VIEW_BYTES }
  const drawn = await codeRenderer.code(ctx, source, look)
  return { file, shown: { ...found, ...drawn, isLarge, isColoured: hasColours(found, file), revealed: reveal } }
}

async function readVersion(ctx: UserCtx, id: FileId, version: number | undefined) {
  const { file, text } = await getFileWithText(ctx, id)
  const found = await findShown(ctx, file, version)
  return {
    file,
    found,
    source: found.version === file.version ? text : await getPackedContent(ctx, file, found.version),
  }
}

function hasColours(found: { sizeBytes: number; allLines: number }, { language }: File): boolean {
  return isLargeText(found) && found.sizeBytes <= COLOUR_BYTES && highlightName(language) !== null
}

/** The outline and the highlighted lines of a large version; null when it is not large or has no colours. */
export async function readColours(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  id: string,
  version: number | undefined,
): Promise<HtmlBytes | null> {
  const { file, found, source } = await readVersion(ctx, parseFileId(id), version)
  return hasColours(found, file) ? codeRenderer.colours(ctx, source, file.language) : null
}

async function findShown(ctx: UserCtx, file: File, number: number | undefined) {
  if (number === undefined || number === file.version) {
    const { version, updatedAt: savedAt, sizeBytes, lineCount: allLines } = file
    return { version, savedAt, sizeBytes, allLines }
  }
  const { version, createdAt: savedAt, sizeBytes, lineCount: allLines } = await getVersion(ctx, file.id, number)
  return { version, savedAt, sizeBytes, allLines }
}

export async function recordOpened(ctx: UserCtx, id: string): Promise<void> {
  await markOpened(ctx, parseFileId(id))
}
