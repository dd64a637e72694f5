import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type CborValue = number | string | Uint8Array | CborValue[] | Map<number | string, CborValue>

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

type Flags = { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backedUp: boolean }

/** What a hostile or broken authenticator or browser does differently. It is signed as given. */
export type Twist = {
  clientData?: Record<string, unknown>
  rpId?: string
  flags?: Partial<Flags>
  counter?: number
  coseKey?: CborValue
  /** Inside the signed data, where a response has its second copy of the id. */
  credentialId?: Uint8Array
  /** CBOR after the key, announced by its flag. */
  extensions?: CborValue
  attestation?: { fmt: CborValue; attStmt: CborValue }
  /** Signs instead of the own key. */
  privateKey?: KeyObject
}

type CreateOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type GetOptions = { challenge: string; rpId?: string }

const AAGUID = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'

/**
 * An authenticator together with the browser in front of it, written from the specification and without the library that the
 * product verifies with, so that a mistake of the library is seen. It holds one passkey.
 */
export function newSoftwareAuthenticator({
  origin,
  algorithm = 'ES256',
  isSynced = false,
}: {
  origin: string
  algorithm?: Algorithm
  /** Like the passkeys of phones: backed up, and never counting. */
  isSynced?: boolean
}) {
  const { publicKey, privateKey } = newKeyPair(algorithm)
  const id = randomBytes(32)
  const synced = { backupEligible: isSynced, backedUp: isSynced }
  let userHandle = ''
  let counter = 0
  const nextCounter = () => (isSynced ? 0 : ++counter)
  const identity = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    aaguid: AAGUID,
    privateKey,
    credentialId: identity.id,
    create(options: CreateOptions, twist: Twist = {}) {
      userHandle = options.user.id
      const attested = concat(
        Buffer.from(AAGUID.replaceAll('-', ''), 'hex'),
        uint16((twist.credentialId ?? id).length),
        twist.credentialId ?? id,
        encodeCbor(twist.coseKey ?? toCoseKey(publicKey, algorithm)),
      )
      const authData = authenticatorData(options.rp.id ?? '', { ...synced, ...twist.flags }, twist, {
        counter: twist.counter ?? nextCounter(),
        attested,
      })
      const { fmt, attStmt } = twist.attestation ?? { fmt: 'none', attStmt: new Map() }
      const parts = new Map<string, CborValue>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ])
      return {
        ...identity,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, origin, twist).toString('base64url'),
          attestationObject: encodeCbor(parts).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
        clientExtensionResults: { credProps: { rk: true } },
      }
    },
    get(options: GetOptions, twist: Twist = {}) {
      const authData = authenticatorData(options.rpId ?? '', { ...synced, ...twist.flags }, twist, {
        counter: twist.counter ?? nextCounter(),
        attested: null,
      })
      const clientDataJson = clientData('webauthn.get', options.challenge, origin, twist)
      const signed = concat(authData, sha256(clientDataJson))
      const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', signed, twist.privateKey ?? privateKey)
      return {
        ...identity,
        response: {
          clientDataJSON: clientDataJson.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
        clientExtensionResults: {},
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string, { clientData: other }: Twist): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...other }))
}

function authenticatorData(
  rpId: string,
  flags: Partial<Flags>,
  twist: Twist,
  { counter, attested }: { counter: number; attested: Uint8Array | null },
): Buffer {
  const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = flags
  const { extensions } = twist
  const bits = [
    userPresent,
    false,
    userVerified,
    backupEligible,
    backedUp,
    false,
    attested !== null,
    extensions !== undefined,
  ]
  const byte = bits.reduce((sum, isSet, bit) => sum + (isSet ? 2 ** bit : 0), 0)
  return concat(
    sha256(Buffer.from(twist.rpId ?? rpId)),
    Uint8Array.of(byte),
    uint32(counter),
    attested ?? new Uint8Array(),
    extensions === undefined ? new Uint8Array() : encodeCbor(extensions),
  )
}

function newKeyPair(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** RFC 9053 and RFC 8230. */
export function toCoseKey(key: KeyObject, algorithm: Algorithm): Map<number | string, CborValue> {
  const jwk = key.export({ format: 'jwk' })
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const entries: Record<Algorithm, [number, CborValue][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  }
  return new Map(entries[algorithm])
}

/** RFC 8949, as far as authenticators use it. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return concat(head(3, Buffer.byteLength(value)), Buffer.from(value))
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  if (Array.isArray(value)) return concat(head(4, value.length), ...value.map(encodeCbor))
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return concat(head(5, value.size), ...entries)
}

function head(major: number, length: number): Buffer {
  const start = major * 32
  if (length < 24) return Buffer.of(start + length)
  if (length < 2 ** 8) return Buffer.of(start + 24, length)
  return length < 2 ** 16
    ? concat(Buffer.of(start + 25), uint16(length))
    : concat(Buffer.of(start + 26), uint32(length))
}

function uint16(value: number): Buffer {
  return Buffer.of(Math.floor(value / 256), value % 256)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function concat(...parts: Uint8Array[]): Buffer {
  return Buffer.concat(parts)
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
