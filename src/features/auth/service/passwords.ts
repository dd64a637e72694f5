import type { UserId } from '#base/ids.ts'
import { commonPasswords } from '#platform/common-passwords.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import { checkPassword, hashPassword, DUMMY_HASH } from '#platform/passwords.ts'
import { passwordIdentity } from '../identity.ts'
import { parseSignInName, passwordFault } from '../password.ts'
import { invalidSignInName, signInNameTaken, weakPassword, wrongPassword } from '../problems.ts'
import * as identities from '../store/identities.ts'
import * as store from '../store/passwords.ts'
import { deleteOtherSessions } from '../store/sessions.ts'
import { recordSignIn } from '../store/users.ts'
import { type DeviceToken, findKnownDevice, renewKnownDevice } from './known-devices.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'
import { countAttempt, uncountAttempt } from './throttle.ts'

export type PasswordSignIn = {
  signInName: string
  password: string
  /** The network address that failures are counted by. */
  address: string
  /** The cookie of a browser that has signed in to this account before. */
  knownDevice: string | null
  /** Set when a signed-in person confirms an action: only their own password is accepted. */
  mustBe: UserId | null
}

export type PasswordSession = OpenedSession & { knownDevice: DeviceToken }

/** One problem for an unknown name and for a wrong password, after the same work, so that neither text nor time tells which. */
export async function signInWithPassword(ctx: Ctx, given: PasswordSignIn, device: Device): Promise<PasswordSession> {
  const signInName = parseSignInName(given.signInName)
  const known = await findKnownDevice(ctx, signInName, given.knownDevice)
  const attempt = { address: given.address, signInName, device: known }
  await countAttempt(ctx, attempt)
  // A text that is no name is looked up as it is, and not found.
  const identity = passwordIdentity(signInName ?? ' ')
  const userId = await identities.findIdentity(ctx.db, identity)
  const stored = await store.findPasswordHash(ctx.db, userId)
  const { isRight, needsRehash } = await withPasswordSlot(ctx, () =>
    checkPassword(given.password, stored ?? DUMMY_HASH),
  )
  const isOther = given.mustBe !== null && given.mustBe !== userId
  if (!isRight || stored === null || userId === null || isOther) throw wrongPassword()
  const renewed = needsRehash ? await withPasswordSlot(ctx, () => hashPassword(given.password)) : null
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await identities.markMethodUsed(trx, userId, identity, ctx.now))) throw wrongPassword()
    await uncountAttempt({ ...ctx, db: trx }, attempt)
    if (renewed !== null) await store.rehashPassword(trx, userId, stored, renewed)
    await recordSignIn(trx, userId, ctx.now)
    const opened = await startSession(trx, ctx, userId, device, { by: 'password', at: ctx.now })
    return { ...opened, knownDevice: await renewKnownDevice(trx, ctx, userId, known) }
  })
}

export type NewPassword = { signInName: string; password: string; firstName: string }
export type CheckedPassword = { signInName: string; hash: string }

/** Checks the rules for a new name and password, and hashes the password. */
export async function prepareNewPassword(ctx: Ctx, given: NewPassword): Promise<CheckedPassword> {
  const signInName = parseSignInName(given.signInName)
  if (signInName === null) throw invalidSignInName({ field: 'sign_in_name' })
  const fault = passwordFault(given.password, [signInName, given.firstName], await commonPasswords())
  if (fault !== null) throw weakPassword({ field: 'password', reason: fault })
  return { signInName, hash: await withPasswordSlot(ctx, () => hashPassword(given.password)) }
}

/** Sets the first password or replaces it, and ends every session but the new one that it returns. */
export async function setPassword(
  ctx: UserCtx,
  given: Omit<NewPassword, 'firstName'>,
  device: Device,
): Promise<PasswordSession> {
  const { signInName, hash } = await prepareNewPassword(ctx, { ...given, firstName: ctx.user.firstName })
  return ctx.db.transaction().execute(async (trx) => {
    await lockUser(trx, ctx.user.id)
    const identity = passwordIdentity(signInName)
    const present = (await identities.listMethods(trx, ctx.user.id)).find(({ method }) => method === 'password')
    if (present?.subject !== signInName) {
      if (present) await identities.deleteMethod(trx, ctx.user.id, present)
      const owner = await identities.claimIdentity(trx, identity, ctx.user.id, ctx.now)
      if (owner !== ctx.user.id) throw signInNameTaken({ field: 'sign_in_name' })
      const id = present?.id ?? ctx.newId<'sign_in_method'>()
      await identities.insertMethod(trx, ctx.user.id, {
        ...identity,
        id,
        name: present?.name ?? '',
        createdAt: ctx.now,
        lastUsedAt: null,
      })
    }
    await store.setPasswordHash(trx, ctx.user.id, hash, ctx.now)
    const opened = await startSession(trx, ctx, ctx.user.id, device, { by: 'password', at: ctx.now })
    await deleteOtherSessions(trx, ctx.user.id, opened.id)
    return { ...opened, knownDevice: await renewKnownDevice(trx, ctx, ctx.user.id, null) }
  })
}

/** At most two at once: each holds a thread of libuv and 19 MiB for about 60 ms. */
async function withPasswordSlot<T>({ slots }: Ctx, work: () => Promise<T>): Promise<T> {
  return slots.passwords.run('', work)
}
