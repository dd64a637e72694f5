import type { Id } from '#base/ids.ts'

export type TokenId = Id<'token'>

export const SCOPES = ['read', 'write', 'run'] as const
export type Scope = (typeof SCOPES)[number]

/** The prefix lets secret scanners recognise a leaked token. */
export const TOKEN_PREFIX = 'csk_'
export const MAX_NAME_CHARS = 80
export const MAX_TOKENS = 50
/** Lifetimes in days that the form offers; null never expires. */
export const LIFETIMES = [7, 30, 90, 365, null] as const

/** The daily budget of a token; null means no limit. */
export type Budget = { writes: number | null; runs: number | null }
export type Spending = keyof Budget
export type Used = { writes: number; runs: number }

export const MAX_PER_DAY = 100_000
/** Enough for a day's work, and low enough to limit the damage of a runaway agent. */
export const DEFAULT_BUDGET: Budget = { writes: 1_000, runs: 50 }
/** The options of the form. */
export const OFFERED_BUDGETS = { writes: [50, 200, 1_000, 5_000, null], runs: [10, 50, 200, null] } as const

/** Budgets renew at midnight UTC, independent of the user's time zone. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

export function renewsAt(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

export type AccessToken = {
  id: TokenId
  name: string
  scopes: Scope[]
  budget: Budget
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}
