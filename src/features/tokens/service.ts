import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { findPerson, type Person } from '#features/auth/public.ts'
import type { UserId } from '#base/ids.ts'
import { tokenNotFound, tooManyTokens } from './problems.ts'
import * as store from './store.ts'
import { type AccessToken, MAX_TOKENS, type Scope, TOKEN_PREFIX, type TokenId } from './token.ts'

export type TokenAsk = { name: string; scopes: Scope[]; days: number | null }

/** The token itself is in this answer and nowhere else: only its hash is kept. */
export async function createToken(
  ctx: UserCtx,
  { name, scopes, days }: TokenAsk,
): Promise<{ secret: string; token: AccessToken }> {
  if ((await store.listTokens(ctx.db, ctx.user.id)).length >= MAX_TOKENS) throw tooManyTokens({ max: MAX_TOKENS })
  const secret = TOKEN_PREFIX + ctx.newToken()
  const expiresAt = days === null ? null : addSeconds(ctx.now, days * SECONDS_PER_DAY)
  const token = {
    id: ctx.newId<'token'>(),
    name,
    scopes: [...new Set(scopes)],
    createdAt: ctx.now,
    expiresAt,
    lastUsedAt: null,
  }
  await store.insertToken(ctx.db, ctx.user.id, sha256(secret), token)
  return { secret, token }
}

export async function listTokens(ctx: UserCtx): Promise<AccessToken[]> {
  return store.listTokens(ctx.db, ctx.user.id)
}

export async function revokeToken(ctx: UserCtx, id: TokenId): Promise<void> {
  if (!(await store.deleteToken(ctx.db, ctx.user.id, id))) throw tokenNotFound({ token_id: id })
}

const TOUCH_AFTER_MS = 60_000

export type TokenVisit = { tokenId: TokenId; scopes: Scope[]; userId: UserId; person: Person }

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
  return { tokenId: token.id, scopes: token.scopes, userId: token.userId, person }
}
