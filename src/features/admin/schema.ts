import { z } from 'zod'
import { type Role, ROLES } from '#base/roles.ts'
import { chars } from '#base/wire-types.ts'
import { MAX_QUERY_CHARS, isUserId } from './person.ts'
import type { Verified } from './verify.ts'

/** Query of the page: invalid values are dropped, and the page shows a notice where this changes the list. */
export const PeopleQuery = z.object({
  q: chars(MAX_QUERY_CHARS).default(''),
  /** Empty in the form, which means every role. */
  role: z.string().default(''),
  before: z.string().optional(),
  done: z.enum(['role', 'sessions']).optional().catch(undefined),
  who: z
    .custom<string>((id) => typeof id === 'string' && isUserId(id))
    .optional()
    .catch(undefined),
  was: z.enum(ROLES).nullable().catch(null).default(null),
})

export function readRole(text: string): { role: Role | null; badRole: boolean } {
  const role = ROLES.find((each) => each === text) ?? null
  return { role, badRole: text !== '' && role === null }
}

export const ActsQuery = z.object({ before: z.string().optional() })
export const PersonParams = z.object({ id: z.string() })

/** Accepts only the list page as the redirect target. */
const back = z
  .string()
  .refine((path) => /^\/admin\/users(\?|$)/.test(path))
  .catch('/admin/users')
export const RoleForm = z.object({ role: z.enum(ROLES), back })
export const SessionsForm = z.object({ back })

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
