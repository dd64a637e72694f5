import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { OidcProvider } from '../config/oidc.ts'
import { findCallbackError, type OidcChecks } from './callback.ts'
import { type Client, openClients } from './client.ts'
import { openFetch } from './fetch.ts'
import { emailOf, findClaimError, isIncomplete, nameOf, roleOf, signInTime } from './identity.ts'
import { refuseErrors, type Refused, refused } from './refusal.ts'

/** `url`: where the browser goes now. The rest is needed by `finish`. */
export type OidcStart = OidcChecks & { url: string }

/** A user is the subject at the issuer; names and roles may change. */
export type OidcIdentity = {
  issuer: string
  subject: string
  name: string | null
  email: string | null
  /** When the provider last asked the person who they are; null when it does not tell. */
  provedAt: Date | null
  role: 'admin' | 'premium' | null
}

export type OidcOutcome = { outcome: 'verified'; identity: OidcIdentity } | Refused

export type Oidc = {
  providers: readonly OidcProvider[]
  find: (id: string) => OidcProvider | null
  /** `mustAskAgain`: the provider must not use its own session, but ask the person again who they are. */
  start: (
    id: string,
    redirectUri: string,
    options?: { mustAskAgain: boolean },
  ) => Promise<{ outcome: 'started'; start: OidcStart } | Refused>
  /** `callbackUrl` without its query must be the `redirectUri` of the start. */
  finish: (id: string, callbackUrl: URL, checks: OidcChecks) => Promise<OidcOutcome>
  /** Where the provider ends its own session. Null when it offers none, or cannot be reached. */
  signOutUrl: (id: string, postLogoutUri: string) => Promise<string | null>
}

/** Signs users in at OpenID Connect providers, by the authorization code flow with PKCE. `open` is replaced in tests. */
export function openOidc(providers: readonly OidcProvider[], clock: () => Date, open = openFetch): Oidc {
  const byId = new Map(providers.map((provider) => [provider.id, provider]))
  const find = (id: string) => byId.get(id) ?? null
  const clientOf = openClients(clock, open)
  return {
    providers,
    find,
    start: async (id, redirectUri, { mustAskAgain } = { mustAskAgain: false }) => {
      const provider = find(id)
      if (!provider) return refused('unknown_provider')
      const client = await clientOf(provider)
      if (client.outcome === 'refused') return client
      return { outcome: 'started', start: await start(client, redirectUri, mustAskAgain) }
    },
    finish: async (id, callbackUrl, checks) => {
      const provider = find(id)
      if (!provider) return refused('unknown_provider')
      const wrong = findCallbackError(callbackUrl.searchParams, provider, checks)
      if (wrong) return refused(wrong)
      const client = await clientOf(provider)
      return client.outcome === 'refused' ? client : finish(client, callbackUrl, checks, clock())
    },
    signOutUrl: async (id, postLogoutUri) => {
      const provider = find(id)
      const client = provider && (await clientOf(provider))
      if (client?.outcome !== 'ready' || client.metadata.end_session_endpoint === undefined) return null
      // Without `id_token_hint`: keeping every ID token for it would be keeping personal data. The provider asks the user instead.
      return buildEndSessionUrl(client.config, { post_logout_redirect_uri: postLogoutUri }).href
    },
  }
}

async function start({ provider, config }: Client, redirectUri: string, mustAskAgain: boolean): Promise<OidcStart> {
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    // Both, because some providers know only one. `max_age` also makes `auth_time` mandatory.
    ...(mustAskAgain && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, provider: provider.id, state, nonce, codeVerifier }
}

async function finish(
  { provider, metadata, config }: Client,
  callbackUrl: URL,
  checks: OidcChecks,
  now: Date,
): Promise<OidcOutcome> {
  const isIssuerPromised = metadata.authorization_response_iss_parameter_supported
  if (isIssuerPromised && !callbackUrl.searchParams.has('iss')) return refused('mix_up')
  const redeemed = await refuseErrors(() => redeem(config, callbackUrl, checks))
  if (redeemed.outcome === 'refused') return redeemed
  const { claims, accessToken } = redeemed
  const wrong = findClaimError(claims, { clientId: provider.clientId, now, askedAgainAt: checks.askedAgainAt ?? null })
  if (wrong) return refused(wrong)
  const isMoreNeeded = metadata.userinfo_endpoint !== undefined && isIncomplete(claims, provider.roles)
  const more = isMoreNeeded ? await refuseErrors(() => fetchMore(config, accessToken, claims.sub)) : NO_MORE
  if (more.outcome === 'refused') return more
  // The signed claims win.
  const all = { ...more.claims, ...claims }
  const person = { name: nameOf(all), email: emailOf(all), role: roleOf(all, provider.roles) }
  const { issuer } = provider
  return { outcome: 'verified', identity: { issuer, subject: claims.sub, provedAt: signInTime(claims), ...person } }
}

/** Redeems the code for an ID token. The library verifies it: signature, issuer, audience, times and nonce. */
async function redeem(config: Configuration, callbackUrl: URL, { state, nonce, codeVerifier }: OidcChecks) {
  const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true }
  const tokens = await authorizationCodeGrant(config, callbackUrl, expected)
  const claims = tokens.claims()
  const { access_token: accessToken } = tokens
  if (!claims) return refused('id_token_missing')
  return { outcome: 'redeemed', claims, accessToken } as const
}

const NO_MORE = { outcome: 'fetched', claims: {} } as const

/** The library refuses the claims of another subject. */
async function fetchMore(config: Configuration, accessToken: string, subject: string) {
  return { outcome: 'fetched', claims: await fetchUserInfo(config, accessToken, subject) } as const
}
