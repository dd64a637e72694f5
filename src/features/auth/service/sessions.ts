import { isLoopback } from '#base/loopback.ts'
import type { SessionId, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Theme } from '#base/themes.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, SignedInUser, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { rememberedKeys } from '#platform/remembered-keys.ts'
import { keepSubscriptions } from '#features/push/public.ts'
import { sessionNotFound } from '../problems.ts'
import { absoluteEnd, needsTouch, type Proof, slidingEnd } from '../session.ts'
import { deleteExpiredDevices } from '../store/known-devices.ts'
import { deleteExpiredLoginHashes } from '../store/login-hashes.ts'
import { deleteExpiredAttempts } from '../store/passwords.ts'
import { deleteExpiredSecrets } from '../store/secrets.ts'
import * as store from '../store/sessions.ts'

export type OpenedSession = { id: SessionId; token: string; endsAt: Date }

const MAX_USER_AGENT = 300

export type Device = {
  userAgent: string
  /** The session to end, because signing in rotates it. */
  previousToken: string | null
}

/** Opens a session of a user whose identity is verified, in the caller's transaction. */
export async function startSession(
  trx: Db,
  ctx: Ctx,
  userId: UserId,
  device: Device,
  proof: Proof,
): Promise<OpenedSession> {
  const token = ctx.newToken()
  const endsAt = absoluteEnd(ctx.now)
  const id = ctx.newId<'session'>()
  await store.insertSession(trx, {
    tokenHash: sha256(token),
    id,
    userId,
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
    now: ctx.now,
    expiresAt: slidingEnd(ctx.now, endsAt),
    endsAt,
    // The constraint of the table: a clock that is ahead of ours must not make a proof last longer.
    proof: { ...proof, at: proof.at && proof.at > ctx.now ? ctx.now : proof.at },
  })
  if (device.previousToken !== null) await replaceSession(trx, device.previousToken, userId, id)
  return { id, token, endsAt }
}

export type SessionVisitor = {
  via: 'session'
  user: SignedInUser
  sessionId: SessionId
  provedAt: Date | null
  locale: Locale | null
  theme: Theme
}

/**
 * Finds the user of a session token. Session and role are read on each request, so that a sign-out and a demotion apply at once.
 */
export function sessionVisitorFinder(db: Ctx['db']) {
  const findKey = rememberedKeys((tokenHash) => store.findSessionKey(db, tokenHash))
  return async (token: string, now: Date): Promise<SessionVisitor | null> => {
    const key = await findKey(sha256(token))
    const session = key && (await store.findSession(db, key, now))
    if (!session) return null
    const { firstName, role, locale, theme, provedAt, lastSeenAt, endsAt } = session
    if (needsTouch(lastSeenAt, now)) await store.touchSession(db, key, now, slidingEnd(now, endsAt))
    const user = { id: key.userId, role, firstName }
    return { via: 'session', user, sessionId: key.sessionId, provedAt, locale, theme }
  }
}

/** Worker job: deletes expired sessions, and everything of sign-ins that can no longer be used. */
export async function deleteExpiredLogins(db: Ctx['db'], now: Date): Promise<void> {
  await store.deleteExpiredSessions(db, now)
  await deleteExpiredLoginHashes(db, now)
  await deleteExpiredSecrets(db, now)
  await deleteExpiredAttempts(db, now)
  await deleteExpiredDevices(db, now)
}

/** Returns the OpenID Connect provider of the session, where the user may want to sign out too. */
export async function signOut(ctx: UserCtx, sessionId: SessionId): Promise<{ provider: string | null }> {
  const provider = await store.findProvider(ctx.db, ctx.user.id, sessionId)
  await store.deleteSession(ctx.db, ctx.user.id, sessionId)
  return { provider }
}

/** Ends the session that this browser had. Its notifications stay when the same person signed in again. */
async function replaceSession(trx: Db, formerToken: string, userId: UserId, id: SessionId): Promise<void> {
  const former = await store.findSessionKey(trx, sha256(formerToken))
  if (!former) return
  await store.lockSession(trx, former)
  if (former.userId === userId) await keepSubscriptions(trx, userId, { from: former.sessionId, to: id })
  await store.deleteSession(trx, former.userId, former.sessionId)
}

export async function listSessions(ctx: UserCtx): Promise<store.Session[]> {
  return store.listSessions(ctx.db, ctx.user.id, ctx.now)
}

export async function revokeSession(ctx: UserCtx, id: SessionId): Promise<void> {
  if (!(await store.deleteSession(ctx.db, ctx.user.id, id))) throw sessionNotFound({ session_id: id })
}

export async function revokeOtherSessions(ctx: UserCtx, keep: SessionId): Promise<void> {
  await store.deleteOtherSessions(ctx.db, ctx.user.id, keep)
}

export type SessionCookie = {
  name: string
  /** The cookie that a browser holds until the bot's link arrives. */
  botName: string
  /** The cookie that binds a sign-in at an OpenID Connect provider to this browser. */
  oidcName: string
  /** The start of the names of the cookies of known devices. */
  deviceName: string
  options: { path: '/'; httpOnly: true; secure: boolean; sameSite: 'lax' }
}

/**
 * `__Host-` binds the cookie to this host. Browsers drop it over plain HTTP, except on localhost, so an installation without TLS
 * gets a plain cookie.
 */
export function sessionCookie(mode: string, origin: string): SessionCookie {
  const { protocol, hostname } = new URL(origin)
  const plain = protocol === 'http:' && (mode === 'development' || !isLoopback(hostname))
  const prefix = plain ? '' : '__Host-'
  return {
    name: `${prefix}session`,
    botName: `${prefix}bot_login`,
    oidcName: `${prefix}oidc_login`,
    deviceName: `${prefix}device_`,
    options: { path: '/', httpOnly: true, secure: !plain, sameSite: 'lax' },
  }
}
