import type { SessionId, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import { addSeconds } from '#base/time.ts'
import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, SignedInUser, UserCtx } from '#platform/ctx.ts'
import { rememberedKeys } from '#platform/remembered-keys.ts'
import { DEMO_USERS } from './demo.ts'
import { invalidAuthentication, sessionNotFound } from './problems.ts'
import { absoluteEnd, needsTouch, slidingEnd } from './session.ts'
import * as store from './store.ts'
import {
  MAX_AGE_SECONDS,
  MAX_AHEAD_SECONDS,
  type Claim,
  type WidgetData,
  checkString,
  isFresh,
  parseClaim,
  parseWidgetData,
} from './widget.ts'

export type SignInSettings = {
  botToken: string | null
  roles: { admins: ReadonlySet<string>; premium: ReadonlySet<string> }
}

export type OpenedSession = { token: string; endsAt: Date }

const MAX_USER_AGENT = 300

export type Device = {
  userAgent: string
  /** The session to end, because signing in rotates it. */
  previousToken: string | null
}

/** Signs in with the data that the widget posted. */
export async function signIn(
  ctx: Ctx,
  settings: SignInSettings,
  data: Record<string, unknown>,
  device: Device,
): Promise<OpenedSession> {
  const signed = parseWidgetData(data)
  const claim = signed && verify(settings.botToken, signed, ctx.now)
  const firstName = signed?.['first_name']
  if (!claim || typeof firstName !== 'string') throw invalidAuthentication()
  return openSession(ctx, settings, { ...claim, firstName, isPlaceholder: false }, device)
}

/** The signature of the claim must already be verified. */
export async function openSession(
  ctx: Ctx,
  settings: SignInSettings,
  claim: Claim & store.PersonName,
  device: Device,
): Promise<OpenedSession> {
  const token = ctx.newToken()
  const endsAt = absoluteEnd(ctx.now)
  await ctx.db.transaction().execute(async (trx) => {
    const replayableUntil = addSeconds(claim.authDate, MAX_AGE_SECONDS + MAX_AHEAD_SECONDS)
    if (!(await store.markLoginHashUsed(trx, Buffer.from(claim.hash, 'hex'), replayableUntil)))
      throw invalidAuthentication()
    const userId =
      (await store.findIdentity(trx, claim.messengerId)) ?? (await store.claimIdentity(trx, claim.messengerId, ctx.now))
    await store.upsertUser(trx, userId, {
      firstName: claim.firstName,
      isPlaceholder: claim.isPlaceholder,
      now: ctx.now,
      promoteTo: roleFor(claim.messengerId, settings),
    })
    if (device.previousToken !== null) await endSessionOf(trx, device.previousToken)
    await store.insertSession(trx, {
      tokenHash: sha256(token),
      id: ctx.newId<'session'>(),
      userId,
      userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
      now: ctx.now,
      expiresAt: slidingEnd(ctx.now, endsAt),
      endsAt,
    })
  })
  return { token, endsAt }
}

/** Null for every failure, so that a caller cannot learn which check failed. */
function verify(botToken: string | null, data: WidgetData, now: Date): Claim | null {
  const claim = parseClaim(data)
  if (botToken === null || !claim) return null
  const expected = hmacSha256(sha256(botToken), checkString(data))
  if (!sameBytes(expected, Buffer.from(claim.hash, 'hex'))) return null
  return isFresh(claim.authDate, now) ? claim : null
}

function roleFor(messengerId: string, { roles }: SignInSettings): Role | null {
  if (roles.admins.has(messengerId)) return 'admin'
  return roles.premium.has(messengerId) ? 'premium' : null
}

export type SessionVisitor = {
  via: 'session'
  user: SignedInUser
  sessionId: SessionId
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
    const { firstName, role, locale, theme, lastSeenAt, endsAt } = session
    if (needsTouch(lastSeenAt, now)) await store.touchSession(db, key, now, slidingEnd(now, endsAt))
    return { via: 'session', user: { id: key.userId, role, firstName }, sessionId: key.sessionId, locale, theme }
  }
}

/** Worker job: deletes expired sessions, and hashes of the widget that have expired and so cannot be used again. */
export async function deleteExpiredLogins(db: Ctx['db'], now: Date): Promise<void> {
  await store.deleteExpiredSessions(db, now)
  await store.deleteExpiredLoginHashes(db, now)
}

/** Finds a user by id, for callers authenticated without a session. */
export async function findPerson(db: Ctx['db'], userId: UserId): Promise<store.Person | null> {
  return store.findUser(db, userId)
}

export type Person = store.Person

export async function signOut(ctx: UserCtx, sessionId: SessionId): Promise<void> {
  await store.deleteSession(ctx.db, ctx.user.id, sessionId)
}

async function endSessionOf(db: Ctx['db'], token: string): Promise<void> {
  const key = await store.findSessionKey(db, sha256(token))
  if (key) await store.deleteSession(db, key.userId, key.sessionId)
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

export async function markWelcomeSeen(ctx: UserCtx): Promise<void> {
  await store.markWelcomeSeen(ctx.db, ctx.user.id)
}

export async function setAppearance(ctx: UserCtx, appearance: store.Appearance): Promise<void> {
  // An UPDATE without SET is a syntax error.
  if (Object.values(appearance).some((value) => value !== undefined))
    await store.setAppearance(ctx.db, ctx.user.id, appearance)
}

/** Signed widget fields for each demo user, with the token of the development bot. */
export function signedDemoUsers(ctx: Ctx, botToken: string | null): { name: string; fields: WidgetData }[] {
  if (botToken === null) return []
  return DEMO_USERS.map(({ id, firstName, role }) => {
    // The time has whole seconds: without a unique field two pages rendered in one second would share a hash, which is
    // accepted once.
    const data = { id, first_name: firstName, auth_date: Math.floor(ctx.now.getTime() / 1000), nonce: ctx.newToken() }
    const hash = hmacSha256(sha256(botToken), checkString(data)).toString('hex')
    return { name: role === 'user' ? firstName : `${firstName} (${role})`, fields: { ...data, hash } }
  })
}

export type SessionCookie = {
  name: string
  /** The cookie that a browser holds until the bot's link arrives. */
  botName: string
  options: { path: '/'; httpOnly: true; secure: boolean; sameSite: 'lax' }
}

/** `__Host-` binds the cookie to this host; not every browser accepts it over plain HTTP in development. */
export function sessionCookie(mode: string, origin: string): SessionCookie {
  const plain = mode === 'development' && origin.startsWith('http:')
  const prefix = plain ? '' : '__Host-'
  return {
    name: `${prefix}session`,
    botName: `${prefix}bot_login`,
    options: { path: '/', httpOnly: true, secure: !plain, sameSite: 'lax' },
  }
}

type DemoUser = (typeof DEMO_USERS)[number]

/** Development seed: creates the same rows as a first sign-in. */
export async function seedPerson(db: Ctx['db'], { id, firstName, role }: DemoUser, now: Date): Promise<UserId> {
  return db.transaction().execute(async (trx) => {
    const userId = (await store.findIdentity(trx, String(id))) ?? (await store.claimIdentity(trx, String(id), now))
    await store.upsertUser(trx, userId, { firstName, isPlaceholder: false, now, promoteTo: role })
    // Demo users skip the welcome dialog.
    await store.markWelcomeSeen(trx, userId)
    return userId
  })
}
