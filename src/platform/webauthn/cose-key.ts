import { createPublicKey } from 'node:crypto'

const ES256 = -7
const EDDSA = -8
const RS256 = -257

/** The COSE algorithms that we offer, most preferred first. Post-quantum ones are left out: few authenticators have them. */
export const COSE_ALGORITHMS: readonly number[] = [ES256, EDDSA, RS256]

/** Labels of RFC 9053 and RFC 8230: -1 is the curve or the modulus, -2 the coordinate x or the exponent. */
const LABELS = [1, 3, -1, -2, -3] as const

/**
 * Why the decoded public key of a new passkey cannot be used. Creating a passkey signs nothing, so an unusable key would be stored,
 * and every later sign-in would fail.
 */
export function findKeyError(key: unknown): 'malformed' | 'algorithm' | null {
  if (!(key instanceof Map)) return 'malformed'
  const [type, algorithm, first, second, third] = LABELS.map((label): unknown => key.get(label))
  if (typeof algorithm !== 'number') return 'malformed'
  if (!COSE_ALGORITHMS.includes(algorithm)) return 'algorithm'
  // Other entries are forbidden, and would be stored.
  if (key.size !== (algorithm === ES256 ? 5 : 4)) return 'malformed'
  const jwk = toJwk({ type, algorithm, first, second, third })
  return jwk !== null && isValid(jwk) ? null : 'malformed'
}

type CoseKey = { type: unknown; algorithm: number; first: unknown; second: unknown; third: unknown }

/**
 * The lengths are exact, because the CBOR decoder accepts a byte string that ends early. RS256 keys have 2048 to 4096 bits: RFC
 * 8812 forbids shorter ones, and verifying with longer ones is slow.
 */
function toJwk({ type, algorithm, first, second, third }: CoseKey): JsonWebKey | null {
  if (algorithm === ES256 && type === 2 && first === 1 && isBytes(second, 32) && isBytes(third, 32))
    return { kty: 'EC', crv: 'P-256', x: toText(second), y: toText(third) }
  if (algorithm === EDDSA && type === 1 && first === 6 && isBytes(second, 32))
    return { kty: 'OKP', crv: 'Ed25519', x: toText(second) }
  if (algorithm === RS256 && type === 3 && isBytes(first, 256, 512) && isBytes(second, 1, 4))
    return { kty: 'RSA', n: toText(first), e: toText(second) }
  return null
}

function isBytes(value: unknown, min: number, max = min): value is Uint8Array {
  return value instanceof Uint8Array && value.length >= min && value.length <= max
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** OpenSSL rejects points that are not on the curve. */
function isValid(key: JsonWebKey): boolean {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
