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
import { countFileNotes } from '#features/notes/public.ts'
import type { ShownText, ViewedFile } from '../view.ts'
import type { CodeRenderer } from './code-renderer.ts'

export type ViewQuery = { version: number | undefined; reveal: boolean }

/** A file and the requested version of it, rendered. */
export async function openFile(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  id: string,
  { version, reveal }: ViewQuery,
): Promise<{ file: ViewedFile; shown: ShownText; noteCount: number }> {
  const { file, text } = await getFileWithText(ctx, parseFileId(id))
  const found = await findShown(ctx, file, version)
  const source = found.version === file.version ? text : await getPackedContent(ctx, file, found.version)
  const look = { language: file.language, reveal, hiddenLines: [], maxBytes: VIEW_BYTES }
  const [drawn, noteCount] = await Promise.all([codeRenderer.code(ctx, source, look), countFileNotes(ctx, file.id)])
  return { file, shown: { ...found, ...drawn, revealed: reveal }, noteCount }
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
