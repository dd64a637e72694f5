import type { OidcProvider } from '../config/oidc.ts'
import { callbackErrorReason, type OidcRefusal } from './refusal.ts'

/** Kept from the start of a sign-in to its callback, bound to the browser, and used once. */
export type OidcChecks = {
  provider: string
  state: string
  nonce: string
  codeVerifier: string
  /** When the provider was told to ask the user again. The browser can remove `prompt` and `max_age` from the URL, so the answer is checked. */
  askedAgainAt?: Date | null
}

/** Parameters of other flows, which were not asked for. */
const OTHER_FLOWS = ['response', 'id_token', 'token', 'access_token']

/**
 * Checks the callback before any request is sent. The library checks most of it again, but reports all failures by one code,
 * and skips PKCE when the verifier is empty.
 */
export function findCallbackError(
  parameters: URLSearchParams,
  { id, issuer }: OidcProvider,
  checks: OidcChecks,
): OidcRefusal | null {
  const names = [...parameters.keys()]
  if (new Set(names).size !== names.length || OTHER_FLOWS.some((name) => parameters.has(name))) return 'callback'
  // The start at one provider must not be finished at another: its code would be sent to the wrong token endpoint.
  if (checks.provider !== id) return 'mix_up'
  const isEmpty = checks.state === '' || checks.nonce === '' || checks.codeVerifier === ''
  if (isEmpty || parameters.get('state') !== checks.state) return 'state'
  const responseIssuer = parameters.get('iss')
  if (responseIssuer !== null && responseIssuer !== issuer) return 'mix_up'
  const error = parameters.get('error')
  if (error !== null) return callbackErrorReason(error)
  return parameters.get('code') ? null : 'code'
}
