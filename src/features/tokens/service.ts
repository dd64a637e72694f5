import { addSeconds, isoUtc, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { findPerson, type Person } from '#features/auth/public.ts'
import type { UserId } from '#base/ids.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertWithinQuota } from '#platform/db/quota.ts'
import { rememberedKeys } from '#platform/remembered-keys.ts'
import { budgetExhausted, tokenNotFound, tooManyTokens } from './problems.ts'
import * as store from './store.ts'
import {
  type AccessToken,
  type Budget,
  dayOf,
  MAX_TOKENS,
  renewsAt,
  type Scope,
  type Spending,
  TOKEN_PREFIX,
  type TokenId,
  type Used,
} from './token.ts'

export type NewToken = { name: string; scopes: Scope[]; days: number | null; budget: Budget }

/** Only this reply contains the token itself; the database stores its hash. */
export async function createToken(
  ctx: UserCtx,
  { name, scopes, days, budget }: NewToken,
): Promise<{ secret: string; token: AccessToken }> {
  const secret = TOKEN_PREFIX + ctx.newToken()
  const expiresAt = days === null ? null : addSeconds(ctx.now, days * SECONDS_PER_DAY)
  const token = {
    id: ctx.newId<'token'>(),
    name,
    scopes: [...new Set(scopes)],
    budget,
    createdAt: ctx.now,
    expiresAt,
    lastUsedAt: null,
  }
  const quota = {
    max: MAX_TOKENS,
    count: (trx: Db) => store.countTokens(trx, ctx.user.id),
    exceeded: tooManyTokens,
  }
  await insertWithinQuota(ctx.db, ctx.user.id, quota, (trx) =>
    store.insertToken(trx, ctx.user.id, sha256(secret), token),
  )
  return { secret, token }
}

export async function listTokens(ctx: UserCtx): Promise<AccessToken[]> {
  return store.listTokens(ctx.db, ctx.user.id)
}

export async function revokeToken(ctx: UserCtx, id: TokenId): Promise<void> {
  if (!(await store.deleteToken(ctx.db, ctx.user.id, id))) throw tokenNotFound({ token_id: id })
  await store.deleteUsage(ctx.db, ctx.user.id, id)
}

/** Deletes all tokens of a user in the caller's transaction, and returns how many. */
export async function revokeTokensOf(trx: Db, userId: UserId): Promise<number> {
  // A concurrent create holds this lock, so the delete runs after its insert.
  await lockUser(trx, userId)
  return store.deleteTokensOf(trx, userId)
}

/** The part of today's budget that each token has used. */
export async function usedToday(ctx: UserCtx): Promise<Map<TokenId, Used>> {
  return store.listUsage(ctx.db, ctx.user.id, dayOf(ctx.now))
}

/** The token of a request, whose budget applies. */
export type BudgetedToken = { id: TokenId; budget: Budget }

/** Spends units of the daily budget, or none. In the transaction of a write they are spent exactly when the write commits. */
export async function spendBudget(
  trx: Db,
  ctx: UserCtx,
  { id, budget }: BudgetedToken,
  what: Spending,
  units = 1,
): Promise<void> {
  const max = budget[what]
  const whose = { userId: ctx.user.id, tokenId: id, day: dayOf(ctx.now) }
  if ((await store.spendBudget(trx, whose, what, max, units)) || max === null) return
  const at = renewsAt(ctx.now)
  const seconds = Math.ceil((at.getTime() - ctx.now.getTime()) / 1000)
  throw budgetExhausted(
    { budget: what, max, needed: units, renews_at: isoUtc(at), retry_after: seconds },
    { 'retry-after': String(seconds) },
  )
}

export async function refundBudget(ctx: UserCtx, { id }: BudgetedToken, what: Spending): Promise<void> {
  await store.refundBudget(ctx.db, { userId: ctx.user.id, tokenId: id, day: dayOf(ctx.now) }, what)
}

const TOUCH_AFTER_MS = 60_000

export type VisitorToken = { token: BudgetedToken & { name: string }; scopes: Scope[]; userId: UserId; person: Person }

/** Finds the user of a token. The token is read on each request, so that its revocation applies at once. */
export function tokenVisitorFinder(db: Ctx['db']) {
  const findKey = rememberedKeys((tokenHash) => store.findTokenKey(db, tokenHash))
  return async (secret: string, now: Date): Promise<VisitorToken | null> => {
    if (!secret.startsWith(TOKEN_PREFIX)) return null
    const key = await findKey(sha256(secret))
    const token = key && (await store.findToken(db, key, now))
    if (!token) return null
    const person = await findPerson(db, key.userId)
    if (!person) return null
    if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() >= TOUCH_AFTER_MS)
      await store.touchToken(db, key, now)
    const { id, name, budget, scopes } = token
    return { token: { id, name, budget }, scopes, userId: key.userId, person }
  }
}
