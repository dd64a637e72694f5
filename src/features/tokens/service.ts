import { addSeconds, isoUtc, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { findPerson, type Person } from '#features/auth/public.ts'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
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

export type TokenAsk = { name: string; scopes: Scope[]; days: number | null; budget: Budget }

/**
 * The token itself is in this answer and nowhere else: only its hash is kept. The person is held meanwhile: of two for the last
 * free place one gets it.
 */
export async function createToken(
  ctx: UserCtx,
  { name, scopes, days, budget }: TokenAsk,
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
  await ctx.db.transaction().execute(async (trx) => {
    await store.holdPerson(trx, ctx.user.id)
    if ((await store.listTokens(trx, ctx.user.id)).length >= MAX_TOKENS) throw tooManyTokens({ max: MAX_TOKENS })
    await store.insertToken(trx, ctx.user.id, sha256(secret), token)
  })
  return { secret, token }
}

export async function listTokens(ctx: UserCtx): Promise<AccessToken[]> {
  return store.listTokens(ctx.db, ctx.user.id)
}

export async function revokeToken(ctx: UserCtx, id: TokenId): Promise<void> {
  if (!(await store.deleteToken(ctx.db, ctx.user.id, id))) throw tokenNotFound({ token_id: id })
  await store.dropUsage(ctx.db, ctx.user.id, id)
}

/** What each token has used of its budget today. */
export async function usedToday(ctx: UserCtx): Promise<Map<TokenId, Used>> {
  return store.usedOn(ctx.db, ctx.user.id, dayOf(ctx.now))
}

/** What a budget is held against: a token, as the request presents it. */
export type Spender = { id: TokenId; budget: Budget }

/** One of its day. Given the transaction of a write, it is taken exactly when the write is committed. */
export async function spend(trx: Db, ctx: UserCtx, { id, budget }: Spender, what: Spending): Promise<void> {
  const max = budget[what]
  const whose = { userId: ctx.user.id, tokenId: id, day: dayOf(ctx.now) }
  if ((await store.spend(trx, whose, what, max)) || max === null) return
  const at = renewsAt(ctx.now)
  const seconds = Math.ceil((at.getTime() - ctx.now.getTime()) / 1000)
  throw budgetExhausted(
    { budget: what, max, renews_at: isoUtc(at), retry_after: seconds },
    { 'retry-after': String(seconds) },
  )
}

export async function giveBack(ctx: UserCtx, { id }: Spender, what: Spending): Promise<void> {
  await store.giveBack(ctx.db, { userId: ctx.user.id, tokenId: id, day: dayOf(ctx.now) }, what)
}

const TOUCH_AFTER_MS = 60_000

export type TokenVisit = { token: Spender & { name: string }; scopes: Scope[]; userId: UserId; person: Person }

/** Who this token speaks for now. */
export async function findTokenVisit(db: Ctx['db'], secret: string, now: Date): Promise<TokenVisit | null> {
  if (!secret.startsWith(TOKEN_PREFIX)) return null
  const hash = sha256(secret)
  const token = await store.findToken(db, hash, now)
  if (!token) return null
  const person = await findPerson(db, token.userId)
  if (!person) return null
  if (!token.lastUsedAt || now.getTime() - token.lastUsedAt.getTime() >= TOUCH_AFTER_MS)
    await store.touchToken(db, hash, now)
  const { id, name, budget, scopes, userId } = token
  return { token: { id, name, budget }, scopes, userId, person }
}
