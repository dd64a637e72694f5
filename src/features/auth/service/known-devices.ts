import type { UserId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { passwordIdentity } from '../identity.ts'
import { KNOWN_DEVICE_DAYS, MAX_KNOWN_DEVICES, parseSignInName } from '../password.ts'
import { findIdentity } from '../store/identities.ts'
import * as store from '../store/known-devices.ts'

/**
 * Device cookies: a browser that has signed in to an account before is told apart from a stranger who guesses its password, so that
 * the stranger's failures do not delay the owner. The cookie alone opens nothing.
 */
export type DeviceToken = { token: string; expiresAt: Date }

/** The hash of the cookie, when it belongs to the account of this name. A forged one and that of another account are null. */
export async function findKnownDevice(
  { db, now }: Ctx,
  signInName: string | null,
  cookie: string | null,
): Promise<Buffer | null> {
  if (signInName === null || cookie === null) return null
  const hash = sha256(cookie)
  const userId = await findIdentity(db, passwordIdentity(signInName))
  return (await store.isKnownDevice(db, userId, hash, now)) ? hash : null
}

/** The name of an account in the name of its cookie: not in plain text, and only of characters that a cookie may have. */
export function cookieSuffix(typedName: string): string {
  return sha256(parseSignInName(typedName) ?? '')
    .toString('hex')
    .slice(0, 16)
}

/** Every sign-in replaces the cookie of its browser, so that a copy of it ends with the next one. */
export async function renewKnownDevice(
  trx: Db,
  ctx: Ctx,
  userId: UserId,
  replaced: Buffer | null,
): Promise<DeviceToken> {
  const token = ctx.newToken()
  const expiresAt = addSeconds(ctx.now, KNOWN_DEVICE_DAYS * SECONDS_PER_DAY)
  if (replaced) await store.deleteKnownDevice(trx, userId, replaced)
  const device = { hash: sha256(token), createdAt: ctx.now, expiresAt }
  await store.insertKnownDevice(trx, userId, device, MAX_KNOWN_DEVICES)
  return { token, expiresAt }
}
