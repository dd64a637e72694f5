import type { UserId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { OidcProvider } from '#platform/config/oidc.ts'
import { sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Oidc, OidcIdentity } from '#platform/oidc/oidc.ts'
import type { OidcRefusal } from '#platform/oidc/refusal.ts'
import { type Identity, oidcIdentity } from '../identity.ts'
import type { Registration } from '../invitation.ts'
import { type OidcPurpose, type OidcState, parseOidcState } from '../oidc-state.ts'
import { OIDC_STATE_MINUTES } from '../one-time.ts'
import { oidcNotConfirmed, oidcOtherAccount, oidcRefused, unknownAccount } from '../problems.ts'
import * as identities from '../store/identities.ts'
import { insertSecret, useSecret } from '../store/secrets.ts'
import * as users from '../store/users.ts'
import { checkAdmission, createAccount, type Entry } from './join.ts'
import { keepOidcLink, type LinkBy } from './oidc-links.ts'
import { type Device, type OpenedSession, startSession } from './sessions.ts'

export type { Oidc } from '#platform/oidc/oidc.ts'

export type OidcSettings = { oidc: Oidc; origin: string; registration: Registration }

const callbackUrl = (origin: string, provider: string) => `${origin}/auth/oidc/${provider}/callback`

function byInvitation(token: string, registration: Registration): Entry {
  return { admission: { by: 'invitation', token }, registration }
}

/** Returns the URL of the provider. `browser` is the secret cookie of this browser: only it can finish what it started. */
export async function startOidc(
  ctx: Ctx,
  { oidc, origin, registration }: OidcSettings,
  provider: string,
  { purpose, browser, next }: { purpose: OidcPurpose; browser: string; next: string },
): Promise<string> {
  const invitation = purpose.for === 'sign_in' ? purpose.invitation : null
  if (invitation !== null) await checkAdmission(ctx, byInvitation(invitation, registration))
  const mustAskAgain = purpose.for === 'confirm'
  const started = await oidc.start(provider, callbackUrl(origin, provider), { mustAskAgain })
  if (started.outcome === 'refused') throw oidcRefused({ provider, reason: started.reason })
  const { url, state, nonce, codeVerifier } = started.start
  const userId = purpose.for === 'sign_in' ? null : purpose.userId
  const data: OidcState = {
    provider,
    nonce,
    codeVerifier,
    browser: sha256(browser).toString('hex'),
    next,
    purpose: purpose.for,
    startedAt: ctx.now.toISOString(),
    userId: userId ?? '',
    sessionId: purpose.for === 'link' ? purpose.sessionId : '',
    invitation: invitation ?? '',
  }
  const expiresAt = addSeconds(ctx.now, OIDC_STATE_MINUTES * 60)
  await insertSecret(ctx.db, { hash: sha256(state), kind: 'oidc_state', userId, data, expiresAt })
  return url
}

export type OidcReturn = {
  provider: string
  query: URLSearchParams
  browser: string | undefined
  /** The signed-in person, for linking and confirming. */
  by: LinkBy | null
  device: Device
  /** For an account whose provider gives no name. */
  placeholderName: string
}

export type OidcResult = { next: string; session: OpenedSession | null }

/** Finishes at the callback. The state is used up before anything else, so that a replay finds nothing. */
export async function finishOidc(ctx: Ctx, settings: OidcSettings, given: OidcReturn): Promise<OidcResult> {
  const { oidc, origin } = settings
  const { provider } = given
  const state = given.query.get('state') ?? ''
  const used = state === '' ? null : await useSecret(ctx.db, 'oidc_state', sha256(state), ctx.now)
  const stored = parseOidcState(used?.data)
  if (!stored || !isSameBrowser(stored, given.browser)) throw oidcRefused({ provider, reason: 'state' })
  const { nonce, codeVerifier } = stored
  const askedAgainAt = stored.purpose === 'confirm' ? new Date(stored.startedAt) : null
  const url = new URL(`${callbackUrl(origin, provider)}?${given.query}`)
  const finished = await oidc.finish(provider, url, {
    provider: stored.provider,
    state,
    nonce,
    codeVerifier,
    askedAgainAt,
  })
  if (finished.outcome === 'refused') throw refusalOf(provider, finished.reason)
  const known = oidc.find(provider)
  if (!known) throw oidcRefused({ provider, reason: 'unknown_provider' })
  // Whoever started must still be signed in: another person may have signed in to this browser meanwhile.
  if (stored.purpose !== 'sign_in' && given.by?.user.user.id !== stored.userId) throw oidcOtherAccount()
  if (stored.purpose === 'link') return link(stored, known, finished.identity, given)
  return {
    next: stored.next,
    session: await signIn(ctx, settings.registration, known, stored, finished.identity, given),
  }
}

function refusalOf(provider: string, reason: OidcRefusal) {
  const isUnconfirmed = reason === 'not_asked_again' || reason === 'auth_time_missing'
  return isUnconfirmed ? oidcNotConfirmed({ provider, reason }) : oidcRefused({ provider, reason })
}

/** Leads to the page that names the identity and asks. */
async function link(stored: OidcState, provider: OidcProvider, verified: OidcIdentity, { by }: OidcReturn) {
  if (by?.sessionId !== stored.sessionId) throw oidcRefused({ provider: provider.id, reason: 'state' })
  return { next: `/settings/sign-in/link/${await keepOidcLink(by, provider, verified)}`, session: null }
}

function isSameBrowser(stored: OidcState, browser: string | undefined): boolean {
  return browser !== undefined && sameBytes(Buffer.from(stored.browser, 'hex'), sha256(browser))
}

async function signIn(
  ctx: Ctx,
  registration: Registration,
  provider: OidcProvider,
  stored: OidcState,
  verified: OidcIdentity,
  { device, placeholderName }: OidcReturn,
): Promise<OpenedSession> {
  const identity = oidcIdentity(verified.issuer, verified.subject)
  return ctx.db.transaction().execute(async (trx) => {
    const known = await identities.findIdentity(trx, identity)
    if (stored.purpose === 'confirm' && known !== stored.userId) throw oidcOtherAccount()
    const userId =
      known === null
        ? await createFor(trx, ctx, registration, provider, stored, {
            identity,
            firstName: verified.name ?? placeholderName,
          })
        : await markReturning(trx, ctx, known, identity)
    const name = { firstName: placeholderName, isPlaceholder: true }
    await users.upsertUser(trx, userId, { ...name, now: ctx.now, promoteTo: verified.role })
    // An account that is made now has nothing yet that a confirmation protects, and its owner should be able to add a way in.
    const at = known === null ? ctx.now : verified.provedAt
    return startSession(trx, ctx, userId, device, { by: 'oidc', at, provider: provider.id })
  })
}

async function markReturning(trx: Db, ctx: Ctx, userId: UserId, identity: Identity): Promise<UserId> {
  if (!(await identities.markMethodUsed(trx, userId, identity, ctx.now))) throw unknownAccount()
  return userId
}

/** An account is made by an invitation, or where the provider may create accounts; never for a name or an address that matches. */
async function createFor(
  trx: Db,
  ctx: Ctx,
  registration: Registration,
  provider: OidcProvider,
  { invitation }: OidcState,
  { identity, firstName }: { identity: Identity; firstName: string },
): Promise<UserId> {
  const mayCreate = provider.accounts === 'create' && registration !== 'closed'
  if (invitation === '' && !mayCreate) throw unknownAccount()
  const entry = invitation === '' ? null : byInvitation(invitation, registration)
  const account = { userId: null, firstName, identity, methodName: provider.label }
  const { userId } = await createAccount(trx, ctx, entry, account)
  return userId
}
