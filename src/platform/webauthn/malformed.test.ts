import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type CborValue,
  encodeCbor,
  newSoftwareAuthenticator,
  toCoseKey,
  type Twist,
} from '../../../test/software-authenticator.ts'
import { readAssertion, verifyAuthentication, verifyRegistration } from './webauthn.ts'

const SITE = { rpId: 'shelf.example.org', origin: 'https://shelf.example.org', name: 'Codeshelf' }
const CHALLENGE = 'c2hlbGY'
const MALFORMED = { outcome: 'refused', reason: 'malformed' }

const authenticator = newSoftwareAuthenticator({ origin: SITE.origin })
const createResponse = (twist?: Twist) =>
  authenticator.create({ challenge: CHALLENGE, rp: { id: SITE.rpId }, user: { id: 'dXNlcg' } }, twist)
const getResponse = () => authenticator.get({ challenge: CHALLENGE, rpId: SITE.rpId })

const register = (response: unknown) => verifyRegistration(SITE, CHALLENGE, response)

async function signIn(response: unknown) {
  const registered = await register(createResponse())
  if (registered.outcome !== 'verified') throw new Error(registered.reason)
  return verifyAuthentication(SITE, CHALLENGE, { ...registered.passkey, counter: 0 }, response)
}

/** A registration whose attestation object is these bytes. */
function registerBytes(attestationObject: Uint8Array) {
  const { response, ...rest } = createResponse()
  const text = Buffer.from(attestationObject).toString('base64url')
  return register({ ...rest, response: { ...response, attestationObject: text } })
}

/** A registration whose authenticator data is these bytes. */
function registerAuthData(authData: CborValue) {
  const parts: [string, CborValue][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]
  return registerBytes(encodeCbor(new Map(parts)))
}

function authDataOf({ response }: ReturnType<typeof createResponse>): Buffer {
  const bytes = Buffer.from(response.attestationObject, 'base64url')
  const label = Buffer.from('hauthData')
  // The label, the head of a byte string below 256 bytes (2), and the bytes up to the end.
  return bytes.subarray(bytes.indexOf(label) + label.length + 2)
}

describe('the public key of a new passkey', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const p256 = toCoseKey(publicKey, 'ES256')
  const x = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const rsa1024 = toCoseKey(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey, 'RS256')
  const changed = (entries: [number, CborValue][]) => new Map([...p256, ...entries])
  const without = (label: number) => new Map([...p256].filter(([key]) => key !== label))

  test.each<[string, CborValue, string]>([
    ['ES384, which was not offered', changed([[3, -35]]), 'algorithm'],
    [
      'ML-DSA-44, which was not offered',
      new Map<number, CborValue>([
        [1, 7],
        [3, -48],
        [-1, new Uint8Array(1312)],
      ]),
      'algorithm',
    ],
    ['SHA-1', changed([[3, -65_535]]), 'algorithm'],
    ['an invented algorithm', changed([[3, 12_345]]), 'algorithm'],
    ['no algorithm', without(3), 'malformed'],
    ['a text as algorithm', changed([[3, 'ES256']]), 'malformed'],
    ['the algorithm of another key type', changed([[3, -257]]), 'malformed'],
    ['another curve', changed([[-1, 2]]), 'malformed'],
    ['a point that is not on the curve', changed([[-3, new Uint8Array(32).fill(1)]]), 'malformed'],
    ['a short coordinate', changed([[-3, new Uint8Array(31).fill(1)]]), 'malformed'],
    ['a coordinate with a leading zero', changed([[-2, Buffer.concat([Buffer.of(0), x])]]), 'malformed'],
    ['a number as coordinate', changed([[-2, 5]]), 'malformed'],
    ['no coordinate', without(-3), 'malformed'],
    ['an RSA key of 1024 bits', rsa1024, 'malformed'],
    [
      'the names that Firefox 117 wrote',
      new Map<number, CborValue>([
        [1, 'OKP'],
        [3, -8],
        [-1, 'Ed25519'],
        [-2, new Uint8Array(32)],
      ]),
      'malformed',
    ],
    ['a list', [1, 2, 3], 'malformed'],
    ['an entry too many', changed([[9, 'עברית']]), 'malformed'],
  ])('is refused when it has %s', async (_title, coseKey, reason) => {
    expect(await register(createResponse({ coseKey }))).toEqual({ outcome: 'refused', reason })
  })
})

describe('the credential id of a new passkey', () => {
  test('is refused when the signed data have another one', async () => {
    const response = createResponse({ credentialId: new Uint8Array(32) })
    expect(await register(response)).toEqual({ outcome: 'refused', reason: 'credential_id' })
  })

  test.each([0, 1024])('is refused when it has %i bytes', async (length) => {
    const id = Buffer.alloc(length).toString('base64url')
    const response = createResponse({ credentialId: new Uint8Array(length) })
    expect(await register({ ...response, id, rawId: id })).toEqual(MALFORMED)
  })

  test.each([1, 1023])('may have %i bytes', async (length) => {
    const id = Buffer.alloc(length).toString('base64url')
    const response = createResponse({ credentialId: new Uint8Array(length) })
    expect(await register({ ...response, id, rawId: id })).toMatchObject({ passkey: { credentialId: id } })
  })
})

describe('an attestation object', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each(['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f', 'other'])(
    'loses its statement of the format %s, which is neither parsed nor looked up',
    async (fmt) => {
      const fetched = vi.spyOn(globalThis, 'fetch')
      const attStmt = new Map<string, CborValue>([
        ['alg', -7],
        ['sig', new Uint8Array(70)],
        ['x5c', [new Uint8Array(500)]],
      ])
      expect(await register(createResponse({ attestation: { fmt, attStmt } }))).toMatchObject({ outcome: 'verified' })
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  test('is refused when it ends early, at any byte', async () => {
    const whole = Buffer.from(createResponse().response.attestationObject, 'base64url')
    expect(await registerBytes(whole)).toMatchObject({ outcome: 'verified' })
    for (let length = 1; length < whole.length; length++)
      expect(await registerBytes(whole.subarray(0, length)), String(length)).toEqual(MALFORMED)
  })

  test('is refused when its authenticator data end early or late, at any byte', async () => {
    const whole = authDataOf(createResponse())
    expect(await registerAuthData(whole)).toMatchObject({ outcome: 'verified' })
    expect(await registerAuthData(Buffer.concat([whole, Buffer.of(0)]))).toEqual(MALFORMED)
    for (let length = 0; length < whole.length; length++)
      expect(await registerAuthData(whole.subarray(0, length)), String(length)).toEqual(MALFORMED)
  })

  test('is refused when it has no credential', async () => {
    const authData = authDataOf(createResponse()).subarray(0, 37)
    authData.writeUInt8(0b101, 32)
    expect(await registerAuthData(authData)).toEqual(MALFORMED)
  })

  test.each<[string, Uint8Array]>([
    ['nested lists', Buffer.alloc(12_000, 0x81)],
    ['nested tags', Buffer.alloc(12_000, 0xc1)],
    ['nested maps', Buffer.alloc(12_000, Buffer.of(0xa1, 0x01))],
    ['a list of 2⁵³ entries', Buffer.concat([Buffer.from('9b001fffffffffffff', 'hex'), Buffer.alloc(12_000)])],
    ['a map of 2³² entries', Buffer.concat([Buffer.from('baffffffff', 'hex'), Buffer.alloc(12_000)])],
    ['a byte string of 2⁵³ bytes', Buffer.from('5b001fffffffffffff', 'hex')],
    ['an endless list', Buffer.of(0x9f, 0x01, 0xff)],
    ['duplicate keys', Buffer.from('a2636b657901636b657902', 'hex')],
  ])('is refused when it is %s, also inside the authenticator data', async (_title, bomb) => {
    expect(await registerBytes(bomb)).toEqual(MALFORMED)
    const head = authDataOf(createResponse()).subarray(0, 37 + 16 + 2 + 32)
    expect(await registerAuthData(Buffer.concat([head, bomb]))).toEqual(MALFORMED)
  })

  test.each<[string, CborValue]>([
    ['a text', 'authData'],
    ['a list', [1, 2, 3]],
    ['a number', 7],
  ])('is refused when its authenticator data are %s', async (_title, authData) => {
    expect(await registerAuthData(authData)).toEqual(MALFORMED)
  })
})

/** Parts of a response, right or wrong, so that the checks behind the first one are reached too. */
const text = fc.oneof(
  fc.constantFrom(
    authenticator.credentialId,
    createResponse().response.clientDataJSON,
    getResponse().response.clientDataJSON,
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.json().map((json) => Buffer.from(json).toString('base64url')),
  fc.string(),
)
const part = fc.oneof(text, fc.jsonValue())
const almost = fc.record(
  {
    id: part,
    rawId: part,
    type: fc.oneof(fc.constant('public-key'), part),
    response: fc.oneof(
      fc.record(
        { clientDataJSON: part, attestationObject: part, authenticatorData: part, signature: part, userHandle: part },
        { requiredKeys: [] },
      ),
      part,
    ),
  },
  { requiredKeys: [] },
)

describe('a response of the wrong form', () => {
  test('is refused and throws nothing, whatever JSON it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), almost), async (json) => {
        expect(await register(json)).toMatchObject({ outcome: 'refused' })
        expect(await signIn(json)).toMatchObject({ outcome: 'refused' })
        expect(() => readAssertion(json)).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('is refused when one field of a valid response is replaced', async () => {
    const replaceAny = (valid: { response: object }, verify: (response: unknown) => Promise<{ outcome: string }>) => {
      const outer = fc
        .constantFrom('id', 'rawId', 'type')
        .map((key) => (value: unknown) => ({ ...valid, [key]: value }))
      const inner = fc
        .constantFrom(...Object.keys(valid.response).filter((key) => key !== 'transports' && key !== 'userHandle'))
        .map((key) => (value: unknown) => ({ ...valid, response: { ...valid.response, [key]: value } }))
      return fc.asyncProperty(fc.oneof(outer, inner), part, async (replace, value) => {
        const replaced = replace(value)
        fc.pre(JSON.stringify(replaced) !== JSON.stringify(valid))
        expect(await verify(replaced)).toMatchObject({ outcome: 'refused' })
      })
    }
    await fc.assert(replaceAny(createResponse(), register), { numRuns: 150 })
    await fc.assert(replaceAny(getResponse(), signIn), { numRuns: 150 })
  })

  test.each<[string, object]>([
    ['a credential id that is padded', { id: 'AQ==', rawId: 'AQ==' }],
    ['a credential id that is not canonical', { id: 'AR', rawId: 'AR' }],
    ['a raw id that differs', { rawId: 'AQ' }],
    ['another type', { type: 'password' }],
  ])('is refused when it has %s', async (_title, change) => {
    expect(await register({ ...createResponse(), ...change })).toEqual(MALFORMED)
    expect(await signIn({ ...getResponse(), ...change })).toEqual(MALFORMED)
    expect(readAssertion({ ...getResponse(), ...change })).toBeNull()
  })

  test.each<[string, unknown]>([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['not UTF-8', '_w'],
    ['longer than 64 bytes', 'A'.repeat(87)],
  ])('is null for readAssertion when the user handle is %s', (_title, userHandle) => {
    const { response, ...rest } = getResponse()
    expect(readAssertion({ ...rest, response: { ...response, userHandle } })).toBeNull()
  })

  test('is refused when a text is very long', async () => {
    const huge = 'A'.repeat(4_000_000)
    for (const key of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'])
      for (const [valid, verify] of [
        [createResponse(), register],
        [getResponse(), signIn],
      ] as const)
        if (key in valid.response)
          expect(await verify({ ...valid, response: { ...valid.response, [key]: huge } })).toEqual(MALFORMED)
  })

  test('is refused when its transports are not short names', async () => {
    const { response, ...rest } = createResponse()
    for (const transports of ['usb', [1], ['USB <b>'], Array.from({ length: 17 }, () => 'usb')])
      expect(await register({ ...rest, response: { ...response, transports } })).toEqual(MALFORMED)
    const once = await register({ ...rest, response: { ...response, transports: ['usb', 'new-one', 'usb'] } })
    expect(once).toMatchObject({ passkey: { transports: ['usb', 'new-one'] } })
  })

  test('is accepted when it has no transports', async () => {
    const { response, ...rest } = createResponse()
    const outcome = await register({ ...rest, response: { ...response, transports: undefined } })
    expect(outcome).toMatchObject({ passkey: { transports: [] } })
  })
})
