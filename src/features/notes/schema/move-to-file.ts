import { z } from 'zod'
import type { FileId } from '#base/ids.ts'
import { Ordinal } from '#base/wire-types.ts'
import { NoteItem } from './notes.ts'

/** Lines of one version of a file. */
const LinesInFile = z.object({ file_id: z.string(), version: Ordinal, line_start: Ordinal, line_end: Ordinal })

export const MoveToFileBody = z
  .strictObject(LinesInFile.shape)
  .refine(({ line_start: start, line_end: end }) => end >= start, { path: ['line_end'] })

export const MovedReply = z.object({
  ok: z.literal(true),
  note: NoteItem,
  /** Where the note was attached, to move it back; null when it was on no lines. */
  was: LinesInFile.nullable(),
})

/** The version in which the code was lost; null offers to move the note again. */
export const DismissMoveBody = z.strictObject({ version: Ordinal.nullable() })

export function toLinesInFile(at: { fileId: FileId; version: number; lineStart: number; lineEnd: number }) {
  return { file_id: at.fileId, version: at.version, line_start: at.lineStart, line_end: at.lineEnd }
}
