import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'
import { sameBytes, sha256 } from '../crypto.ts'
import { findKeyError } from './cose-key.ts'
import type { Library } from './library.ts'
import { ClientData } from './response.ts'

/** The relying party. Its passkeys belong to `rpId`, the hostname of `origin`: they are lost when the site moves to another host. */
export type PasskeySite = { rpId: string; origin: string; name: string }

export type PasskeyRefusal =
  | 'malformed'
  | 'type'
  | 'challenge'
  | 'origin'
  | 'cross_origin'
  | 'rp_id'
  | 'user_presence'
  | 'user_verification'
  | 'credential_id'
  | 'algorithm'
  | 'signature'
  | 'counter'

type Expected = { site: PasskeySite; type: 'webauthn.create' | 'webauthn.get'; challenge: string }

/**
 * Responses from frames inside other sites are refused: this site is never framed. The library refuses them only at sign-in, and
 * only when the browser names the outer site.
 */
export function findClientDataError(
  library: Library,
  expected: Expected,
  clientDataJson: string,
): PasskeyRefusal | null {
  const parsed = ClientData.safeParse(orNull(() => library.decodeClientDataJSON(clientDataJson)))
  if (!parsed.success) return 'malformed'
  const { type, challenge, origin, crossOrigin, topOrigin } = parsed.data
  if (type !== expected.type) return 'type'
  if (challenge !== expected.challenge) return 'challenge'
  if (origin !== expected.site.origin) return 'origin'
  return crossOrigin === true || topOrigin !== undefined ? 'cross_origin' : null
}

export function findAuthenticatorError(
  { rpId }: PasskeySite,
  { rpIdHash, flags }: ParsedAuthenticatorData,
): PasskeyRefusal | null {
  if (!sameBytes(rpIdHash, sha256(rpId))) return 'rp_id'
  if (!flags.up) return 'user_presence'
  if (!flags.uv) return 'user_verification'
  return flags.bs && !flags.be ? 'malformed' : null
}

/** `id`: the credential id beside the signed data, which the library does not compare with the one in it. */
export function findCredentialError(
  library: Library,
  { credentialID, credentialPublicKey }: ParsedAuthenticatorData,
  id: string,
): PasskeyRefusal | null {
  if (!credentialID || !credentialPublicKey) return 'malformed'
  if (library.isoBase64URL.fromBuffer(credentialID) !== id) return 'credential_id'
  return findKeyError(orNull((): unknown => library.isoCBOR.decodeFirst(credentialPublicKey)))
}

export function parseAuthenticatorData(library: Library, text: string): ParsedAuthenticatorData | null {
  return orNull(() => library.parseAuthenticatorData(library.isoBase64URL.toBuffer(text)))
}

/**
 * The attestation object with the statement removed, as if the authenticator had made none. We asked for none and trust none,
 * and verifying one means parsing certificates of strangers and fetching revocation lists.
 */
export function withoutStatement(library: Library, attestationObject: string): Unattested | null {
  const { isoBase64URL, isoCBOR } = library
  const decoded = orNull((): unknown => isoCBOR.decodeFirst(isoBase64URL.toBuffer(attestationObject)))
  const authData: unknown = decoded instanceof Map ? decoded.get('authData') : null
  if (!(authData instanceof Uint8Array)) return null
  const data = Uint8Array.from(authData)
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', data],
  ])
  return {
    attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(bare)),
    authenticatorData: isoBase64URL.fromBuffer(data),
  }
}

type Unattested = { attestationObject: string; authenticatorData: string }

/** Parsers throw on what they cannot read. Deeply nested input overflows the stack, which can be caught too. */
export function orNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}
