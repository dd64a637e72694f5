import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire-types.ts'
import {
  type AccessToken,
  LIFETIMES,
  MAX_NAME_CHARS,
  MAX_PER_DAY,
  OFFERED_BUDGETS,
  SCOPES,
  DEFAULT_BUDGET,
  type Used,
} from './token.ts'

const Name = chars(MAX_NAME_CHARS, 1).refine((name) => name.trim() !== '', 'is blank')

/** Null means no limit. */
const PerDay = z.union([z.int().min(1).max(MAX_PER_DAY), z.null()])

export const CreateTokenBody = z.strictObject({
  name: Name,
  scopes: z.array(z.enum(SCOPES)).min(1),
  expires_in_days: z.union([z.int().min(1).max(365), z.null()]).default(90),
  writes_per_day: PerDay.default(DEFAULT_BUDGET.writes),
  runs_per_day: PerDay.default(DEFAULT_BUDGET.runs),
})

/** One of the options of the select, in which the string "null" means no limit. */
const offered = (numbers: readonly (number | null)[]) =>
  z.enum(numbers.map((n) => String(n))).transform((text) => (text === 'null' ? null : Number(text)))

/** The form without script sends one string for one checkbox, an array for several, and the days as text. */
export const CreateTokenForm = z.object({
  name: Name,
  scopes: z.union([z.enum(SCOPES).transform((scope) => [scope]), z.array(z.enum(SCOPES)).min(1)]),
  days: offered(LIFETIMES),
  writes_per_day: offered(OFFERED_BUDGETS.writes).default(DEFAULT_BUDGET.writes),
  runs_per_day: offered(OFFERED_BUDGETS.runs).default(DEFAULT_BUDGET.runs),
})

export const TokenItem = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  writes_per_day: z.int().nullable(),
  runs_per_day: z.int().nullable(),
  writes_today: z.int(),
  runs_today: z.int(),
})

const NOTHING: Used = { writes: 0, runs: 0 }

export function toTokenItem(token: AccessToken, used = NOTHING): z.output<typeof TokenItem> {
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    created_at: isoUtc(token.createdAt),
    expires_at: token.expiresAt && isoUtc(token.expiresAt),
    last_used_at: token.lastUsedAt && isoUtc(token.lastUsedAt),
    writes_per_day: token.budget.writes,
    runs_per_day: token.budget.runs,
    writes_today: used.writes,
    runs_today: used.runs,
  }
}

export const TokensReply = z.object({ ok: z.literal(true), tokens: z.array(TokenItem), count: z.int() })
export const CreatedTokenReply = z.object({ ok: z.literal(true), token: z.string(), details: TokenItem })
export const TokenParams = z.object({ id: z.string() })
