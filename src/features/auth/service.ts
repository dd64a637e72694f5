import type { SessionId, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import { addSeconds } from '#base/time.ts'
import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, SignedInUser, UserCtx } from '#platform/ctx.ts'
import { DEMO_USERS } from './demo.ts'
import { invalidAuthentication, sessionNotFound } from './problems.ts'
import { absoluteEnd, needsTouch, slidingEnd } from './session.ts'
import * as store from './store.ts'
import {
  MAX_AGE_SECONDS,
  MAX_AHEAD_SECONDS,
  type WidgetClaim,
  type WidgetData,
  asWidgetData,
  checkString,
  isFresh,
  readClaim,
} from './widget.ts'

export type SignInSettings = {
  botToken: string | null
  roles: { admins: ReadonlySet<string>; premium: ReadonlySet<string> }
}

export type Opened = { token: string; endsAt: Date }

const MAX_USER_AGENT = 300

/** Signs in with what the widget posted. The previous session, if any, ends: a token never outlives a sign-in. */
export async function signIn(
  ctx: Ctx,
  settings: SignInSettings,
  data: Record<string, unknown>,
  device: { userAgent: string; previousToken: string | null },
  key: Buffer | null = settings.botToken === null ? null : sha256(settings.botToken),
): Promise<Opened> {
  const signed = asWidgetData(data)
  const claim = signed && verify(key, signed, ctx.now)
  if (!claim) throw invalidAuthentication()
  const token = ctx.newToken()
  const endsAt = absoluteEnd(ctx.now)
  await ctx.db.transaction().execute(async (trx) => {
    const replayableUntil = addSeconds(claim.authDate, MAX_AGE_SECONDS + MAX_AHEAD_SECONDS)
    if (!(await store.spendLoginHash(trx, Buffer.from(claim.hash, 'hex'), replayableUntil)))
      throw invalidAuthentication()
    const userId =
      (await store.findIdentity(trx, claim.messengerId)) ?? (await store.claimIdentity(trx, claim.messengerId, ctx.now))
    await store.upsertUser(trx, userId, {
      firstName: claim.firstName,
      now: ctx.now,
      promoteTo: roleFor(claim.messengerId, settings),
    })
    if (device.previousToken !== null) await endSessionOf(trx, device.previousToken, ctx.now)
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
  await store.sweepLoginHashes(ctx.db, ctx.now)
  return { token, endsAt }
}

/** Null for every way it can be wrong: nobody learns which. */
function verify(key: Buffer | null, data: WidgetData, now: Date): WidgetClaim | null {
  const claim = readClaim(data)
  if (key === null || !claim) return null
  const expected = hmacSha256(key, checkString(data))
  if (!sameBytes(expected, Buffer.from(claim.hash, 'hex'))) return null
  return isFresh(claim.authDate, now) ? claim : null
}

function roleFor(messengerId: string, { roles }: SignInSettings): Role | null {
  if (roles.admins.has(messengerId)) return 'admin'
  return roles.premium.has(messengerId) ? 'premium' : null
}

export type Visit = { via: 'session'; user: SignedInUser; sessionId: SessionId; locale: Locale | null; theme: Theme }

/** Who holds this token now. The role is read each time, so taking it away works at once. */
export async function findVisit(db: Ctx['db'], token: string, now: Date): Promise<Visit | null> {
  const tokenHash = sha256(token)
  const session = await store.findSession(db, tokenHash, now)
  if (!session) return null
  const person = await store.findUser(db, session.userId)
  if (!person) return null
  if (needsTouch(session.lastSeenAt, now)) await store.touchSession(db, tokenHash, now, slidingEnd(now, session.endsAt))
  const { firstName, role, locale, theme } = person
  return { via: 'session', user: { id: session.userId, role, firstName }, sessionId: session.id, locale, theme }
}

/** For the worker: what has run out is taken away. */
export async function sweepSessions(db: Ctx['db'], now: Date): Promise<void> {
  await store.sweepSessions(db, now)
}

/** The person behind an id, for those who came in another way. */
export async function findPerson(db: Ctx['db'], userId: UserId): Promise<store.Person | null> {
  return store.findUser(db, userId)
}

export type Person = store.Person

export async function signOut(ctx: UserCtx, sessionId: SessionId): Promise<void> {
  await store.deleteSession(ctx.db, ctx.user.id, sessionId)
}

async function endSessionOf(db: Ctx['db'], token: string, now: Date): Promise<void> {
  const session = await store.findSession(db, sha256(token), now)
  if (session) await store.deleteSession(db, session.userId, session.id)
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
  await store.setAppearance(ctx.db, ctx.user.id, appearance)
}

/** Fields that the widget would post for each demo user, signed with the development bot's token. */
export function signedDemoUsers(ctx: Ctx, botToken: string | null): { name: string; fields: WidgetData }[] {
  if (botToken === null) return []
  return DEMO_USERS.map(({ id, firstName, role }) => {
    // Whole seconds only: without something of its own, two pages of one second would share a hash, and a hash is good once.
    const data = { id, first_name: firstName, auth_date: Math.floor(ctx.now.getTime() / 1000), nonce: ctx.newToken() }
    const hash = hmacSha256(sha256(botToken), checkString(data)).toString('hex')
    return { name: role === 'user' ? firstName : `${firstName} (${role})`, fields: { ...data, hash } }
  })
}

export type SessionCookie = { name: string; options: { path: '/'; httpOnly: true; secure: boolean; sameSite: 'lax' } }

/** `__Host-` binds the cookie to this very host; plain HTTP on a developer's machine cannot carry it in every browser. */
export function sessionCookie(mode: string, origin: string): SessionCookie {
  const plain = mode === 'development' && origin.startsWith('http:')
  return {
    name: plain ? 'session' : '__Host-session',
    options: { path: '/', httpOnly: true, secure: !plain, sameSite: 'lax' },
  }
}

type DemoUser = (typeof DEMO_USERS)[number]

/** For the development seed: the same rows that a first sign-in makes. */
export async function seedPerson(db: Ctx['db'], { id, firstName, role }: DemoUser, now: Date): Promise<UserId> {
  return db.transaction().execute(async (trx) => {
    const userId = (await store.findIdentity(trx, String(id))) ?? (await store.claimIdentity(trx, String(id), now))
    await store.upsertUser(trx, userId, { firstName, now, promoteTo: role })
    // They have been here for weeks.
    await store.markWelcomeSeen(trx, userId)
    return userId
  })
}
