import { findHiddenBidi, revealBidi } from '#base/bidi/bidi.ts'
import { splitLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type File, getContent, getFile, getVersion, markOpened, VIEW_BYTES } from '#features/files/public.ts'
import { countFileNotes } from '#features/notes/public.ts'
import { firstPart, widestLine } from '../code-html.ts'
import type { ShownText, ViewedFile } from '../view.ts'
import type { Painter } from './painter.ts'
import { fileId } from './texts.ts'

export type ViewAsk = { version: number | undefined; reveal: boolean }

/** A file and the version of it that was asked for, ready to be drawn. */
export async function openFile(
  ctx: UserCtx,
  painter: Painter,
  id: string,
  { version, reveal }: ViewAsk,
): Promise<{ file: ViewedFile; shown: ShownText; noteCount: number }> {
  const file = await getFile(ctx, fileId(id))
  const found = await readShown(ctx, file, version)
  const text = firstPart(found.text, VIEW_BYTES)
  const painted = await painter(text, file.language)
  const shown = {
    ...found,
    ...painted,
    lines: reveal ? painted.lines.map(revealBidi) : painted.lines,
    isCut: text.length < found.text.length,
    columns: widestLine(splitLines(text)),
    hidden: findHiddenBidi(text),
    revealed: reveal,
  }
  return { file, shown, noteCount: await countFileNotes(ctx, file.id) }
}

async function readShown(ctx: UserCtx, file: File, number: number | undefined) {
  if (number === undefined || number === file.version) {
    const { version, updatedAt: savedAt, sizeBytes, lineCount } = file
    return { version, savedAt, sizeBytes, lineCount, text: await getContent(ctx, file, version) }
  }
  const { version, content } = await getVersion(ctx, file.id, number)
  const { createdAt: savedAt, sizeBytes, lineCount } = version
  return { version: number, savedAt, sizeBytes, lineCount, text: content }
}

export async function noteOpened(ctx: UserCtx, id: string): Promise<void> {
  await markOpened(ctx, fileId(id))
}
