import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import type { Move, MoveResult, Preview, UndoResult } from './move.ts'
import { SKIP_REASONS, type Skipped, SOURCES } from './source.ts'

export const MoveParams = z.object({ id: z.string() })

const Source = z.enum(SOURCES)
const NotMoved = z.object({
  path: z.string(),
  reason: z.enum(SKIP_REASONS),
  /** The reason in the language of the user. */
  message: z.string(),
  /** Above 1 for a folder that is skipped as a whole. */
  files: z.int(),
})

export const PreviewReply = z.object({
  ok: z.literal(true),
  source: Source,
  files: z.array(
    z.object({
      path: z.string(),
      folder: z.string(),
      /** The name that the file would get. */
      file_name: z.string(),
      /** The name that it would have if it were not taken. */
      taken_name: z.string().nullable(),
      language: z.string(),
      tags: z.array(z.string()),
      description: z.string(),
      bytes: z.int(),
      outcome: z.enum(['new', 'update', 'unchanged', 'known']),
      /** What had to change so that the file fits. */
      adjusted: z.array(z.enum(['name', 'tags', 'description'])),
    }),
  ),
  skipped: z.array(NotMoved),
  total_bytes: z.int(),
  max_files: z.int(),
})
export type PreviewReply = z.output<typeof PreviewReply>

const Saved = z.object({
  path: z.string(),
  outcome: z.enum(['saved', 'updated', 'unchanged']),
  file_id: z.string(),
  folder: z.string(),
  file_name: z.string(),
})
const Refused = z.object({ path: z.string(), outcome: z.literal('refused'), code: z.string(), message: z.string() })

export const MoveReply = z.object({
  ok: z.literal(true),
  /** Null when nothing was written, so there is nothing to undo. */
  move_id: z.string().nullable(),
  source: Source,
  saved: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  files: z.array(z.union([Saved, Refused])),
  skipped: z.array(NotMoved),
  /** Why the rest was not moved. */
  stopped: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type MoveReply = z.output<typeof MoveReply>

export const MovesReply = z.object({
  ok: z.literal(true),
  moves: z.array(
    z.object({
      move_id: z.string(),
      source: z.string(),
      label: z.string(),
      started_at: z.string(),
      finished_at: z.string().nullable(),
      files: z.int(),
      unchanged: z.int(),
      skipped: z.int(),
      undone_at: z.string().nullable(),
    }),
  ),
})
export type MovesReply = z.output<typeof MovesReply>

export const UndoReply = z.object({
  ok: z.literal(true),
  undone: z.int(),
  kept: z.array(
    z.object({ file_id: z.string(), file_name: z.string(), reason: z.enum(['changed', 'gone', 'name_taken']) }),
  ),
})
export type UndoReply = z.output<typeof UndoReply>

type Reasons = Readonly<Record<Skipped['reason'], string>>

function toNotMoved(skipped: readonly Skipped[], reasons: Reasons): z.output<typeof NotMoved>[] {
  return skipped.map(({ path, reason, files }) => ({ path, reason, message: reasons[reason], files }))
}

export function toPreviewReply(
  { source, files, skipped, bytes }: Preview,
  max: number,
  reasons: Reasons,
): PreviewReply {
  return {
    ok: true,
    source,
    files: files.map(({ fileName, takenName, ...same }) => ({ ...same, file_name: fileName, taken_name: takenName })),
    skipped: toNotMoved(skipped, reasons),
    total_bytes: bytes,
    max_files: max,
  }
}

export function toMoveReply({ id, source, files, skipped, stopped }: MoveResult, reasons: Reasons): MoveReply {
  const count = (outcome: string) => files.filter((file) => file.outcome === outcome).length
  return {
    ok: true,
    move_id: id,
    source,
    saved: count('saved'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('refused'),
    files: files.map((file) => {
      if (file.outcome === 'refused') return file
      const { path, outcome, fileId, folder, fileName } = file
      return { path, outcome, file_id: fileId, folder, file_name: fileName }
    }),
    skipped: toNotMoved(skipped, reasons),
    stopped,
  }
}

export function toMovesReply(moves: readonly Move[]): MovesReply {
  return {
    ok: true,
    moves: moves.map(({ id, startedAt, finishedAt, undoneAt, ...same }) => ({
      ...same,
      move_id: id,
      started_at: isoUtc(startedAt),
      finished_at: finishedAt && isoUtc(finishedAt),
      undone_at: undoneAt && isoUtc(undoneAt),
    })),
  }
}

export function toUndoReply({ undone, kept }: UndoResult): UndoReply {
  return {
    ok: true,
    undone,
    kept: kept.map(({ fileId, fileName, reason }) => ({ file_id: fileId, file_name: fileName, reason })),
  }
}
