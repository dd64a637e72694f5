import type { UserId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import * as webauthn from '#platform/webauthn/webauthn.ts'
import type { Admission } from '../admission.ts'
import { passkeyCloned, passkeyRefused } from '../events.ts'
import { passkeyIdentity } from '../identity.ts'
import { CHALLENGE_MINUTES } from '../one-time.ts'
import { parsePurpose, type PasskeyPurpose } from '../passkey.ts'
import * as problems from '../problems.ts'
import * as identities from '../store/identities.ts'
import * as store from '../store/passkeys.ts'
import { insertSecret, useSecret } from '../store/secrets.ts'
import { nextUserId, recordSignIn } from '../store/users.ts'
import { checkAdmission, createAccount, type Entry } from './join.ts'
import { linkIdentity } from './methods.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'

export type { PasskeySite } from '#platform/webauthn/webauthn.ts'
type Site = webauthn.PasskeySite

type RequestOptions = Awaited<ReturnType<typeof webauthn.authenticationOptions>>['options']
type CreationOptions = Awaited<ReturnType<typeof webauthn.registrationOptions>>['options']

export async function signInOptions(ctx: Ctx, site: Site): Promise<RequestOptions> {
  const { challenge, options } = await webauthn.authenticationOptions(site)
  await storeChallenge(ctx, challenge, null, { for: 'sign_in' })
  return options
}

/** `mustBe`: set when a signed-in person confirms an action, so that only their own passkey is accepted. */
export async function signInWithPasskey(
  ctx: Ctx,
  site: Site,
  response: unknown,
  device: Device,
  mustBe: UserId | null,
): Promise<OpenedSession> {
  const { challenge } = await useChallenge(ctx, response, 'sign_in')
  const asserted = webauthn.readAssertion(response)
  if (!asserted) throw refused(ctx, 'malformed')
  const identity = passkeyIdentity(asserted.credentialId)
  const userId = await identities.findIdentity(ctx.db, identity)
  const passkey = userId && (await store.findPasskey(ctx.db, userId, asserted.credentialId))
  if (!passkey) throw refused(ctx, 'unknown_credential')
  if (asserted.userId !== userId || (mustBe !== null && mustBe !== userId)) throw refused(ctx, 'other_user')
  const checked = await webauthn.verifyAuthentication(site, challenge, passkey, response)
  if (checked.outcome === 'refused') throw refused(ctx, checked.reason, checked.error)
  return ctx.db.transaction().execute(async (trx) => {
    // First, because removing the method deletes the counter too: that would look like a cloned passkey.
    if (!(await identities.markMethodUsed(trx, userId, identity, ctx.now))) throw refused(ctx, 'unknown_credential')
    const use = { methodId: passkey.methodId, from: passkey.counter, to: checked.counter }
    if (!(await store.recordPasskeyUse(trx, userId, { ...use, isBackedUp: checked.isBackedUp })))
      throw refused(ctx, 'counter')
    await recordSignIn(trx, userId, ctx.now)
    return startSession(trx, ctx, userId, device, { by: 'passkey', at: ctx.now })
  })
}

/** Draws the number of the new user now, because a passkey contains it. */
export async function joinOptions(ctx: Ctx, site: Site, entry: Entry, firstName: string): Promise<CreationOptions> {
  await checkAdmission(ctx, entry)
  const userId = await nextUserId(ctx.db)
  const { challenge, options } = await webauthn.registrationOptions(site, { userId, name: firstName, exclude: [] })
  await storeChallenge(ctx, challenge, userId, { for: 'join', firstName, admission: admissionHash(entry.admission) })
  return options
}

/** `methodName`: what the owner finds the passkey by on /settings. */
export async function joinWithPasskey(
  ctx: Ctx,
  site: Site,
  entry: Entry,
  { response, methodName }: { response: unknown; methodName: string },
  device: Device,
): Promise<OpenedSession> {
  const { challenge, userId, purpose } = await useChallenge(ctx, response, 'join')
  if (userId === null || purpose.admission !== admissionHash(entry.admission)) throw refused(ctx, 'other_admission')
  const passkey = await verifyNew(ctx, site, challenge, response)
  return ctx.db.transaction().execute(async (trx) => {
    const identity = passkeyIdentity(passkey.credentialId)
    const account = { userId, firstName: purpose.firstName, identity, methodName }
    const { methodId } = await createAccount(trx, ctx, entry, account)
    await store.insertPasskey(trx, userId, { ...passkey, methodId })
    return startSession(trx, ctx, userId, device, { by: 'passkey', at: ctx.now })
  })
}

export async function addOptions(ctx: UserCtx, site: Site): Promise<CreationOptions> {
  const { id: userId, firstName: name } = ctx.user
  const exclude = await store.listPasskeys(ctx.db, userId)
  const { challenge, options } = await webauthn.registrationOptions(site, { userId, name, exclude })
  await storeChallenge(ctx, challenge, userId, { for: 'add' })
  return options
}

export async function addPasskey(ctx: UserCtx, site: Site, response: unknown, name: string): Promise<void> {
  const { challenge, userId } = await useChallenge(ctx, response, 'add')
  if (userId !== ctx.user.id) throw refused(ctx, 'other_user')
  const passkey = await verifyNew(ctx, site, challenge, response)
  await ctx.db.transaction().execute(async (trx) => {
    const methodId = await linkIdentity(trx, ctx, passkeyIdentity(passkey.credentialId), name)
    // The browser excludes known passkeys, but another client may send one again, with another key.
    if (await store.findPasskey(trx, userId, passkey.credentialId)) throw problems.passkeyExists()
    await store.insertPasskey(trx, userId, { ...passkey, methodId })
  })
}

async function verifyNew(ctx: Ctx, site: Site, challenge: string, response: unknown): Promise<webauthn.NewPasskey> {
  const checked = await webauthn.verifyRegistration(site, challenge, response)
  if (checked.outcome === 'refused') throw refused(ctx, checked.reason, checked.error)
  return checked.passkey
}

async function storeChallenge(
  { db, now }: Ctx,
  challenge: string,
  userId: UserId | null,
  data: PasskeyPurpose,
): Promise<void> {
  const expiresAt = addSeconds(now, CHALLENGE_MINUTES * 60)
  await insertSecret(db, { hash: sha256(challenge), kind: 'passkey_challenge', userId, data, expiresAt })
}

type UsedChallenge<For> = { challenge: string; userId: UserId | null; purpose: Extract<PasskeyPurpose, { for: For }> }

/** Deletes the challenge before anything is verified and outside any transaction: a failed attempt uses it up too. */
async function useChallenge<For extends PasskeyPurpose['for']>(
  ctx: Ctx,
  response: unknown,
  purpose: For,
): Promise<UsedChallenge<For>> {
  const challenge = webauthn.readChallenge(response)
  if (challenge === null) throw refused(ctx, 'malformed')
  const found = await useSecret(ctx.db, 'passkey_challenge', sha256(challenge), ctx.now)
  const stored = parsePurpose(found?.data)
  if (!found || !stored) throw refused(ctx, 'challenge')
  if (!isFor(stored, purpose)) throw refused(ctx, 'other_purpose')
  return { challenge, userId: found.userId, purpose: stored }
}

function isFor<For extends PasskeyPurpose['for']>(
  stored: PasskeyPurpose,
  purpose: For,
): stored is Extract<PasskeyPurpose, { for: For }> {
  return stored.for === purpose
}

function admissionHash(admission: Admission): string {
  return sha256(admission.by === 'open' ? 'open' : `${admission.by}:${admission.token}`).toString('hex')
}

type Reason = webauthn.PasskeyRefusal | 'unknown_credential' | 'other_user' | 'other_purpose' | 'other_admission'

/** The cause goes to the event, without ids, and never into the response. */
function refused({ emit }: Pick<Ctx, 'emit'>, reason: Reason, error?: Error) {
  if (reason === 'counter') emit(passkeyCloned, {})
  else emit(passkeyRefused, { reason, ...(error && { error: error.name }) })
  return problems.passkeyRefused()
}
