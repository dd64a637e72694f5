import { z } from 'zod'
import { type Outcome, tally } from '../outcome.ts'

const Kept = z.object({
  path: z.string(),
  ok: z.literal(true),
  file_id: z.string(),
  file_name: z.string(),
  version: z.int(),
  /** It was here already with this very text. */
  unchanged: z.literal(true).optional(),
})

const NotKept = z.object({
  path: z.string(),
  ok: z.literal(false),
  error: z.string(),
  code: z.string(),
  message: z.string().optional(),
  /** Junk is told folder by folder: how many files this line stands for. */
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

export function toReply(outcomes: readonly Outcome[]): TransferReply {
  return { ok: true, ...tally(outcomes), results: outcomes.map(toResult) }
}

function toResult(outcome: Outcome): TransferReply['results'][number] {
  const { path } = outcome
  switch (outcome.outcome) {
    case 'saved':
    case 'unchanged': {
      const kept = { path, ok: true as const, file_id: outcome.fileId, file_name: outcome.fileName }
      return { ...kept, version: outcome.version, ...(outcome.outcome === 'unchanged' && { unchanged: true as const }) }
    }
    case 'skipped':
      return { path, ok: false, error: 'skipped', code: 'skipped', files: outcome.files }
    case 'refused':
      return { path, ok: false, error: outcome.error, code: outcome.code, message: outcome.message }
  }
}
