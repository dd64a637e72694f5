import { z } from 'zod'
import type { Verified } from './verify.ts'

const State = z.enum(['found', 'missing', 'different'])
export const VerifyReply = z.object({
  ok: z.literal(true),
  recycle_bin_ttl: z.object({ state: State, definition: z.string().nullable(), overdue: z.int() }),
  summary: z.object({ found: z.int(), missing: z.int(), different: z.int() }),
  parts: z.array(
    z.object({
      kind: z.enum(['index', 'constraint']),
      table: z.string(),
      name: z.string(),
      state: State,
      expected: z.string(),
      actual: z.string().nullable(),
    }),
  ),
})

export function toPart({ kind, table, name, state, definition, actual }: Verified) {
  return { kind, table, name, state, expected: definition, actual }
}

export function summaryOf(parts: readonly Verified[]): z.output<typeof VerifyReply>['summary'] {
  const count = (state: Verified['state']) => parts.filter((part) => part.state === state).length
  return { found: count('found'), missing: count('missing'), different: count('different') }
}
