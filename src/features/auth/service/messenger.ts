import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import { addSeconds } from '#base/time.ts'
import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { DEMO_USERS } from '../demo.ts'
import { messengerIdentity } from '../identity.ts'
import { invalidAuthentication, unknownAccount } from '../problems.ts'
import * as identities from '../store/identities.ts'
import { lockMessengerAccount } from '../store/messenger-accounts.ts'
import { markLoginHashUsed } from '../store/login-hashes.ts'
import * as users from '../store/users.ts'
import {
  MAX_AGE_SECONDS,
  MAX_AHEAD_SECONDS,
  type Claim,
  type WidgetData,
  checkString,
  isFresh,
  parseClaim,
  parseWidgetData,
} from '../widget.ts'
import { linkIdentity } from './methods.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'

export type MessengerSettings = {
  botToken: string | null
  roles: { admins: ReadonlySet<string>; premium: ReadonlySet<string> }
  /** Whether an unknown messenger account gets an account here. */
  createsAccounts: boolean
}

/** Signs in with the data that the widget posted. */
export async function signIn(
  ctx: Ctx,
  settings: MessengerSettings,
  data: Record<string, unknown>,
  device: Device,
): Promise<OpenedSession> {
  const { claim, firstName } = verifyWidget(ctx, settings, data)
  return openSession(ctx, settings, { ...claim, firstName, isPlaceholder: false }, device)
}

/** Adds the messenger account as another way in. */
export async function linkMessenger(
  ctx: UserCtx,
  settings: MessengerSettings,
  data: Record<string, unknown>,
): Promise<void> {
  const { claim } = verifyWidget(ctx, settings, data)
  await ctx.db.transaction().execute(async (trx) => {
    await useClaim(trx, claim)
    await linkIdentity(trx, ctx, messengerIdentity(claim.messengerId), '')
  })
}

/** One problem for every failure, so that a caller cannot learn which check failed. */
function verifyWidget(ctx: Ctx, { botToken }: MessengerSettings, data: Record<string, unknown>) {
  const signed = parseWidgetData(data)
  const claim = signed && verify(botToken, signed, ctx.now)
  const firstName = signed?.['first_name']
  if (!claim || typeof firstName !== 'string') throw invalidAuthentication()
  return { claim, firstName }
}

/** The signature of the claim must already be verified. */
export async function openSession(
  ctx: Ctx,
  settings: MessengerSettings,
  claim: Claim & users.PersonName,
  device: Device,
): Promise<OpenedSession> {
  return ctx.db.transaction().execute(async (trx) => {
    await useClaim(trx, claim)
    const userId = await findOrCreate(trx, ctx, claim.messengerId, settings)
    await users.upsertUser(trx, userId, {
      firstName: claim.firstName,
      isPlaceholder: claim.isPlaceholder,
      now: ctx.now,
      promoteTo: roleFor(claim.messengerId, settings),
    })
    // The messenger signs when the person agreed there, which may be an hour ago.
    return startSession(trx, ctx, userId, device, { by: 'messenger', at: claim.authDate })
  })
}

/** A signed claim is accepted once. */
async function useClaim(trx: Db, claim: Claim): Promise<void> {
  const replayableUntil = addSeconds(claim.authDate, MAX_AGE_SECONDS + MAX_AHEAD_SECONDS)
  if (!(await markLoginHashUsed(trx, Buffer.from(claim.hash, 'hex'), replayableUntil))) throw invalidAuthentication()
}

/** Two concurrent first sign-ins get the same user. */
async function findOrCreate(
  trx: Db,
  ctx: Pick<Ctx, 'now' | 'newId'>,
  messengerId: string,
  { createsAccounts }: Pick<MessengerSettings, 'createsAccounts'>,
): Promise<UserId> {
  const identity = messengerIdentity(messengerId)
  const known = await identities.findIdentity(trx, identity)
  if (known !== null && (await identities.markMethodUsed(trx, known, identity, ctx.now))) return known
  // A process of release 0.1.0 creates the account without the method, which is then added here. Somebody who removed the messenger from
  // the account deleted both in one transaction: the lock waits for it, and an account that is still there was not removed.
  if (known !== null && (await lockMessengerAccount(trx, messengerId)) !== known) throw invalidAuthentication()
  if (known === null && !createsAccounts) throw unknownAccount()
  const userId = known ?? (await identities.claimIdentity(trx, identity, await users.nextUserId(trx), ctx.now))
  await identities.insertMethod(trx, userId, {
    ...identity,
    id: ctx.newId<'sign_in_method'>(),
    name: '',
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
  })
  return userId
}

/** Null for every failure, so that a caller cannot learn which check failed. */
function verify(botToken: string | null, data: WidgetData, now: Date): Claim | null {
  const claim = parseClaim(data)
  if (botToken === null || !claim) return null
  const expected = hmacSha256(sha256(botToken), checkString(data))
  if (!sameBytes(expected, Buffer.from(claim.hash, 'hex'))) return null
  return isFresh(claim.authDate, now) ? claim : null
}

function roleFor(messengerId: string, { roles }: MessengerSettings): Role | null {
  if (roles.admins.has(messengerId)) return 'admin'
  return roles.premium.has(messengerId) ? 'premium' : null
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

type DemoUser = (typeof DEMO_USERS)[number]

/** Development seed: creates the same rows as a first sign-in. */
export async function seedPerson(
  { db, now, newId }: Pick<Ctx, 'db' | 'now' | 'newId'>,
  { id, firstName, role }: DemoUser,
): Promise<UserId> {
  return db.transaction().execute(async (trx) => {
    const userId = await findOrCreate(trx, { now, newId }, String(id), { createsAccounts: true })
    await users.upsertUser(trx, userId, { firstName, isPlaceholder: false, now, promoteTo: role })
    // Demo users skip the welcome dialog.
    await users.markWelcomeSeen(trx, userId)
    return userId
  })
}
