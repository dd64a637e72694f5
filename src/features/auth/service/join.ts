import { addSeconds } from '#base/time.ts'
import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Admission } from '../admission.ts'
import { type Identity, type MethodId, passwordIdentity } from '../identity.ts'
import type { Registration } from '../invitation.ts'
import { SET_UP_MINUTES } from '../one-time.ts'
import { identityTaken, invitationInvalid, registrationClosed, setUpInvalid, signInNameTaken } from '../problems.ts'
import * as identities from '../store/identities.ts'
import * as invitations from '../store/invitations.ts'
import { setPasswordHash } from '../store/passwords.ts'
import { findSecret, insertSecret, useSecret } from '../store/secrets.ts'
import * as users from '../store/users.ts'
import { type NewPassword, prepareNewPassword } from './passwords.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'

/** Throws when the admission is not valid now. It is not used up: the person has yet to fill in the form. */
export async function checkAdmission(ctx: Ctx, { admission, registration }: Entry): Promise<void> {
  if (admission.by === 'open') return assertOpen(registration)
  const hash = sha256(admission.token)
  if (admission.by === 'set_up') {
    if ((await users.hasAdmin(ctx.db)) || !(await findSecret(ctx.db, 'set_up', hash, ctx.now))) throw setUpInvalid()
    return
  }
  if (registration === 'closed' || !(await invitations.findOpenInvitation(ctx.db, hash, ctx.now)))
    throw invitationInvalid()
}

/** Uses the admission up and returns the role of the new account. Of two concurrent uses one throws. */
async function admit(
  trx: Db,
  ctx: Pick<Ctx, 'now'>,
  userId: UserId,
  { admission, registration }: Entry,
): Promise<Role> {
  if (admission.by === 'open') {
    assertOpen(registration)
    return 'user'
  }
  const hash = sha256(admission.token)
  if (admission.by === 'set_up') {
    // Two valid links may be used at once: without the lock both would find no admin.
    await users.lockRoles(trx)
    if ((await users.hasAdmin(trx)) || !(await useSecret(trx, 'set_up', hash, ctx.now))) throw setUpInvalid()
    return 'admin'
  }
  const role = registration === 'closed' ? null : await invitations.useInvitation(trx, hash, userId, ctx.now)
  if (role === null) throw invitationInvalid()
  return role
}

function assertOpen(registration: Registration): void {
  if (registration !== 'open') throw registrationClosed()
}

export type NewAccount = {
  /** Null: the next free one. A passkey is made for a number that was drawn before. */
  userId: UserId | null
  firstName: string
  /** Verified before, or made by the person in the same request. */
  identity: Identity
  methodName: string
}

/** What a new account is created by, and whom the configuration admits. */
export type Entry = { admission: Admission; registration: Registration }

/**
 * Creates the account in the caller's transaction. Throws when the identity belongs to somebody. `entry` is null when the caller has
 * decided that this identity may create an ordinary account.
 */
export async function createAccount(
  trx: Db,
  ctx: Ctx,
  entry: Entry | null,
  { userId: drawn, firstName, identity, methodName }: NewAccount,
): Promise<{ userId: UserId; methodId: MethodId }> {
  const userId = drawn ?? (await users.nextUserId(trx))
  const role = entry ? await admit(trx, ctx, userId, entry) : 'user'
  await users.upsertUser(trx, userId, { firstName, isPlaceholder: false, now: ctx.now, promoteTo: role })
  if ((await identities.claimIdentity(trx, identity, userId, ctx.now)) !== userId)
    throw identity.method === 'password' ? signInNameTaken({ field: 'sign_in_name' }) : identityTaken()
  const methodId = ctx.newId<'sign_in_method'>()
  const method = { ...identity, id: methodId, name: methodName, createdAt: ctx.now, lastUsedAt: ctx.now }
  await identities.insertMethod(trx, userId, method)
  return { userId, methodId }
}

export async function joinWithPassword(
  ctx: Ctx,
  entry: Entry,
  given: NewPassword,
  device: Device,
): Promise<OpenedSession> {
  // First: a stranger without an admission must not make the server hash passwords.
  await checkAdmission(ctx, entry)
  const { signInName, hash } = await prepareNewPassword(ctx, given)
  return ctx.db.transaction().execute(async (trx) => {
    const account = { userId: null, firstName: given.firstName, identity: passwordIdentity(signInName), methodName: '' }
    const { userId } = await createAccount(trx, ctx, entry, account)
    await setPasswordHash(trx, userId, hash, ctx.now)
    return startSession(trx, ctx, userId, device, { by: 'password', at: ctx.now })
  })
}

type LinkParts = Pick<Ctx, 'db' | 'now' | 'newToken'>

/** Makes a link that creates the owner; null when there is an admin already. */
export async function makeSetUpLink({ db, now, newToken }: LinkParts, origin: string): Promise<string | null> {
  if (await users.hasAdmin(db)) return null
  const token = newToken()
  const expiresAt = addSeconds(now, SET_UP_MINUTES * 60)
  await insertSecret(db, { hash: sha256(token), kind: 'set_up', userId: null, data: {}, expiresAt })
  return `${origin}/set-up/${token}`
}

export async function isNewInstallation(db: Db): Promise<boolean> {
  return !(await users.hasUser(db))
}
