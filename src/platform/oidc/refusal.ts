import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { z } from 'zod'
import { FetchError, type FetchRefusal } from './fetch.ts'

/** Why a sign-in was refused: for the log and the metrics, and for the text that the user gets. */
export type OidcRefusal =
  | FetchRefusal
  | 'unknown_provider'
  // The discovery document
  | 'metadata'
  | 'discovery_issuer'
  | 'pkce'
  // The callback
  | 'callback'
  | 'state'
  | 'mix_up'
  | 'denied'
  | 'code'
  // The token endpoint
  | 'client'
  | 'not_json'
  | 'malformed'
  | 'unsupported'
  | 'id_token_missing'
  // The ID token
  | 'algorithm'
  | 'unknown_key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'authorized_party'
  | 'not_asked_again'
  | 'auth_time_missing'
  | 'claims'
  | 'nonce'
  | 'expired'
  | 'not_yet_valid'
  | 'subject'

export type Refused = { outcome: 'refused'; reason: OidcRefusal }

export function refused(reason: OidcRefusal): Refused {
  return { outcome: 'refused', reason }
}

/** Resolves to the refusal when the library, or our fetch under it, rejects what the provider sent. */
export async function refuseErrors<T extends { outcome: string }>(call: () => Promise<T>): Promise<T | Refused> {
  try {
    return await call()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return refused(reason)
  }
}

/** Null for an error that no answer of a provider can cause: it is a bug of ours and must not look like a refusal. */
function reasonOf(error: unknown): OidcRefusal | null {
  const causes = causesOf(error)
  const failed = causes.find((cause) => cause instanceof FetchError)
  if (failed) return failed.reason
  if (error instanceof AuthorizationResponseError) return callbackErrorReason(error.error)
  if (error instanceof ResponseBodyError) return tokenErrorReason(error.error)
  if (error instanceof ClientError) return reasonOfCode(error.code, causes)
  // The library throws these too: it reads a malformed key or token as if it were well-formed.
  return error instanceof TypeError ? 'malformed' : null
}

/** The `error` parameter of a callback. */
export function callbackErrorReason(error: string): OidcRefusal {
  return error === 'access_denied' ? 'denied' : 'provider_error'
}

function tokenErrorReason(error: string): OidcRefusal {
  if (error === 'invalid_grant') return 'code'
  return error === 'invalid_client' || error === 'unauthorized_client' ? 'client' : 'provider_error'
}

const BY_CODE = new Map<string, OidcRefusal>([
  ['OAUTH_HTTP_REQUEST_FORBIDDEN', 'insecure'],
  ['OAUTH_REQUEST_PROTOCOL_FORBIDDEN', 'insecure'],
  ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'provider_error'],
  ['OAUTH_RESPONSE_IS_NOT_JSON', 'not_json'],
  ['OAUTH_KEY_SELECTION_FAILED', 'unknown_key'],
  ['OAUTH_UNSUPPORTED_OPERATION', 'unsupported'],
])

const BY_CLAIM = new Map<string, OidcRefusal>([
  ['iss', 'issuer'],
  ['aud', 'audience'],
  ['azp', 'authorized_party'],
  ['nonce', 'nonce'],
  ['exp', 'expired'],
  ['nbf', 'not_yet_valid'],
])

/** The other codes of the library stand for several checks each; the innermost cause tells which one failed. */
function reasonOfCode(code: string | undefined, causes: readonly unknown[]): OidcRefusal {
  const known = BY_CODE.get(code ?? '')
  if (known) return known
  const details = Details.safeParse(causes.at(-1)).data ?? {}
  const { claim, attribute, claims, body } = details
  if (claim !== undefined) return BY_CLAIM.get(claim) ?? 'claims'
  if (attribute !== undefined) return attribute === 'issuer' ? 'discovery_issuer' : 'subject'
  if ('signature' in details) return 'signature'
  if ('header' in details) return 'algorithm'
  if (claims) return 'nonce' in claims ? 'claims' : 'nonce'
  return body && 'access_token' in body && !('id_token' in body) ? 'id_token_missing' : 'malformed'
}

const Details = z.object({
  claim: z.string().optional(),
  attribute: z.string().optional(),
  claims: z.looseObject({}).optional(),
  body: z.looseObject({}).optional(),
  header: z.unknown().optional(),
  signature: z.unknown().optional(),
})

/** The error, its cause, the cause of that, and so on; the last one need not be an error. */
function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]
}
