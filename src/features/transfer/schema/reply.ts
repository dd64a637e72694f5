import { z } from 'zod'
import { type Extras, type Outcome, tally } from '../outcome.ts'

/** Without `as`: the complete export, which can be imported. */
export const ExportQuery = z.object({ as: z.enum(['folder']).optional() })

const Kept = z.object({
  path: z.string(),
  ok: z.literal(true),
  file_id: z.string(),
  folder: z.string(),
  file_name: z.string(),
  version: z.int(),
  /** It exists already with the same text. */
  unchanged: z.literal(true).optional(),
})

const NotKept = z.object({
  path: z.string(),
  ok: z.literal(false),
  /** Its kind when it is not a file. A `section` is a part of an export that is unknown, or not for this token. */
  kind: z
    .enum(['note', 'share', 'board', 'view', 'reminder', 'repository', 'origin', 'settings', 'section'])
    .optional(),
  /** How its owner recognises it: the name of a board, the file and title of a note. */
  name: z.string().optional(),
  error: z.string(),
  code: z.string(),
  message: z.string().optional(),
  /** Junk is reported by folder: the number of files in it. */
  files: z.int().optional(),
})

export const TransferReply = z.object({
  ok: z.literal(true),
  saved: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  results: z.array(z.union([Kept, NotKept])),
})
export type TransferReply = z.output<typeof TransferReply>

const Counts = z.object({ saved: z.int(), unchanged: z.int(), failed: z.int() })
/** `counts` of an upload are files; these are the other items of an export. Failures are in `results`. */
export const ImportReply = TransferReply.extend({
  notes: Counts,
  /** `new_address`: how many of the saved ones have another URL than in the export. */
  shares: Counts.extend({ new_address: z.int() }),
  boards: Counts,
  views: Counts,
  reminders: Counts,
  repositories: Counts,
  settings: Counts,
})
export type ImportReply = z.output<typeof ImportReply>

export function toReply(outcomes: readonly Outcome[]): TransferReply {
  return { ok: true, ...tally(outcomes), results: outcomes.map(toResult) }
}

export function toImportReply(outcomes: readonly Outcome[], extras: Extras): ImportReply {
  const { newAddress, ...shares } = extras.shares
  return { ...toReply(outcomes), ...extras, shares: { ...shares, new_address: newAddress } }
}

function toResult(outcome: Outcome): TransferReply['results'][number] {
  const { path } = outcome
  switch (outcome.outcome) {
    case 'saved':
    case 'unchanged': {
      const kept = {
        path,
        ok: true as const,
        file_id: outcome.fileId,
        folder: outcome.folder,
        file_name: outcome.fileName,
      }
      return { ...kept, version: outcome.version, ...(outcome.outcome === 'unchanged' && { unchanged: true as const }) }
    }
    case 'skipped':
      return { path, ok: false, error: 'skipped', code: 'skipped', files: outcome.files }
    case 'refused':
      return {
        path,
        ok: false,
        ...(outcome.kind !== 'file' && { kind: outcome.kind }),
        ...(outcome.name !== null && { name: outcome.name }),
        error: outcome.error,
        code: outcome.code,
        message: outcome.message,
      }
  }
}
