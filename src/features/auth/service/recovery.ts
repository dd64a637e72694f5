import { addSeconds } from '#base/time.ts'
import type { UserId } from '#base/ids.ts'
import { recordAdminAction } from '#platform/admin-actions.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import { parseRecoveryCode, RECOVERY_CODES, recoveryCode, SIGN_IN_LINK_MINUTES } from '../one-time.ts'
import { passwordIdentity } from '../identity.ts'
import { parseSignInName } from '../password.ts'
import { linkInvalid, wrongRecoveryCode } from '../problems.ts'
import { findIdentity } from '../store/identities.ts'
import * as store from '../store/secrets.ts'
import { findUserId, recordSignIn } from '../store/users.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'
import { countAttempt, uncountAttempt } from './throttle.ts'

/** Replaces all recovery codes. Only this answer contains them; the database stores their hashes. */
export async function makeRecoveryCodes(ctx: UserCtx): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(Buffer.from(ctx.newToken() + ctx.newToken(), 'base64url')),
  )
  await ctx.db.transaction().execute(async (trx) => {
    await lockUser(trx, ctx.user.id)
    await store.deleteRecoveryCodes(trx, ctx.user.id)
    for (const code of codes) await store.insertRecoveryCode(trx, ctx.user.id, sha256(code), ctx.now)
  })
  return codes
}

export async function countRecoveryCodes(ctx: UserCtx): Promise<number> {
  return store.countRecoveryCodes(ctx.db, ctx.user.id)
}

/** A code is single use: of two concurrent uses one finds it deleted. */
export async function signInWithRecoveryCode(
  ctx: Ctx,
  { typed, address }: { typed: string; address: string },
  device: Device,
): Promise<OpenedSession> {
  const attempt = { address, signInName: null }
  await countAttempt(ctx, attempt)
  const code = parseRecoveryCode(typed)
  if (code === null) throw wrongRecoveryCode()
  return ctx.db.transaction().execute(async (trx) => {
    const hash = sha256(code)
    const found = await store.useSecret(trx, 'recovery_code', hash, ctx.now)
    if (!found?.userId || !(await store.deleteRecoveryCode(trx, found.userId, hash))) throw wrongRecoveryCode()
    await uncountAttempt({ ...ctx, db: trx }, attempt)
    await recordSignIn(trx, found.userId, ctx.now)
    return startSession(trx, ctx, found.userId, device, { by: 'recovery_code', at: ctx.now })
  })
}

type LinkParts = Pick<Ctx, 'db' | 'now' | 'newId' | 'newToken'>

/** For the operator's shell: lets a locked-out person in. It is in the audit log of admins, made by nobody's account. */
export async function makeSignInLink(parts: LinkParts, userId: UserId, origin: string): Promise<string> {
  const token = parts.newToken()
  const expiresAt = addSeconds(parts.now, SIGN_IN_LINK_MINUTES * 60)
  await parts.db.transaction().execute(async (trx) => {
    await store.insertSecret(trx, { hash: sha256(token), kind: 'sign_in_link', userId, data: {}, expiresAt })
    await recordAdminAction(trx, { ...parts, user: null }, 'sign_in_link_made', { type: 'user', id: userId })
  })
  return `${origin}/auth/link/${token}`
}

/** Throws unless the link can be used. Programs that preview links open them, so opening alone does not use one up. */
export async function checkSignInLink(ctx: Ctx, token: string): Promise<void> {
  if (!(await store.findSecret(ctx.db, 'sign_in_link', sha256(token), ctx.now))) throw linkInvalid()
}

export async function signInWithLink(ctx: Ctx, token: string, device: Device): Promise<OpenedSession> {
  return ctx.db.transaction().execute(async (trx) => {
    const found = await store.useSecret(trx, 'sign_in_link', sha256(token), ctx.now)
    if (!found?.userId) throw linkInvalid()
    await recordSignIn(trx, found.userId, ctx.now)
    return startSession(trx, ctx, found.userId, device, { by: 'link', at: ctx.now })
  })
}

/** Finds a user by id, or by the name of their password. */
export async function findUserForLink(db: Ctx['db'], typed: string): Promise<UserId | null> {
  const byId = await findUserId(db, typed)
  const signInName = parseSignInName(typed)
  return byId ?? (signInName === null ? null : findIdentity(db, passwordIdentity(signInName)))
}
