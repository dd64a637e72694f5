import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newSoftwareAuthenticator, type Twist } from '../../test/software-authenticator.ts'
import {
  authenticationOptions,
  passkeySite,
  readAssertion,
  registrationOptions,
  type StoredPasskey,
  verifyAuthentication,
  verifyRegistration,
} from './webauthn/webauthn.ts'

const SITE = { rpId: 'shelf.example.org', origin: 'https://shelf.example.org', name: 'Codeshelf' }
const USER = { userId: '0197f3a2b1c47d5e8f60718293a4b5c6', name: 'דנה', exclude: [] }

/** A registered passkey and a challenge for its next use. */
async function signedUp(settings: { algorithm?: 'ES256' | 'EdDSA' | 'RS256'; isSynced?: boolean } = {}) {
  const authenticator = newSoftwareAuthenticator({ origin: SITE.origin, ...settings })
  const { challenge, options } = await registrationOptions(SITE, USER)
  const registered = await verifyRegistration(SITE, challenge, authenticator.create(options))
  if (registered.outcome !== 'verified') throw new Error(registered.reason)
  return { authenticator, passkey: registered.passkey, ...(await authenticationOptions(SITE)) }
}

async function registerWith(twist: Twist) {
  const { challenge, options } = await registrationOptions(SITE, USER)
  const response = newSoftwareAuthenticator({ origin: SITE.origin }).create(options, twist)
  return verifyRegistration(SITE, challenge, response)
}

async function signInWith(twist: Twist, stored: Partial<StoredPasskey> = {}) {
  const { authenticator, passkey, challenge, options } = await signedUp()
  return verifyAuthentication(SITE, challenge, { ...passkey, ...stored }, authenticator.get(options, twist))
}

const refused = (reason: string) => ({ outcome: 'refused', reason })

describe('passkeySite', () => {
  test.each([
    ['https://shelf.example.org', 'shelf.example.org', 'https://shelf.example.org'],
    ['https://shelf.example.org:8443', 'shelf.example.org', 'https://shelf.example.org:8443'],
    ['https://Shelf.Example.org:443/', 'shelf.example.org', 'https://shelf.example.org'],
    ['https://דוגמה.org', 'xn--6dbbec0c.org', 'https://xn--6dbbec0c.org'],
    ['https://intranet', 'intranet', 'https://intranet'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('accepts %s', (origin, rpId, normalised) => {
    expect(passkeySite(origin)).toEqual({ rpId, origin: normalised, name: 'Codeshelf' })
  })

  test.each([
    'http://shelf.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://[::1]:8443',
    'http://[::1]',
    'ftp://localhost',
    'file:///srv',
    'null',
    '',
  ])('is null for %j', (origin) => {
    expect(passkeySite(origin)).toBeNull()
  })
})

describe('options', () => {
  test('registrationOptions require a verified user and a discoverable passkey, and list existing ones', async () => {
    const exclude = [{ credentialId: 'AQID', transports: ['usb'] }]
    const { challenge, options } = await registrationOptions(SITE, { ...USER, exclude })
    expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
    expect(options).toMatchObject({
      challenge,
      rp: { id: SITE.rpId, name: 'Codeshelf' },
      user: { id: Buffer.from(USER.userId).toString('base64url'), name: USER.name, displayName: USER.name },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'AQID', type: 'public-key', transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    })
  })

  test('authenticationOptions require a verified user and name no credential', async () => {
    const { challenge, options } = await authenticationOptions(SITE)
    expect(JSON.parse(JSON.stringify(options))).toEqual({
      challenge,
      rpId: SITE.rpId,
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  test('challenges differ', async () => {
    const challenges = await Promise.all(
      Array.from({ length: 50 }, async () => (await authenticationOptions(SITE)).challenge),
    )
    expect(new Set(challenges)).toHaveLength(50)
  })
})

describe('a passkey', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('registers and signs in with %s', async (algorithm) => {
    const { authenticator, passkey, challenge, options } = await signedUp({ algorithm })
    expect(passkey).toMatchObject({
      credentialId: authenticator.credentialId,
      counter: 1,
      transports: ['internal', 'hybrid'],
      isBackupEligible: false,
      isBackedUp: false,
      aaguid: authenticator.aaguid,
    })
    const response = authenticator.get(options)
    expect(readAssertion(response)).toEqual({ credentialId: passkey.credentialId, userId: USER.userId })
    const outcome = await verifyAuthentication(SITE, challenge, passkey, response)
    expect(outcome).toEqual({ outcome: 'verified', counter: 2, isBackedUp: false })
  })

  test('signs in when the database returns its key as a Buffer', async () => {
    const { authenticator, passkey, challenge, options } = await signedUp()
    const pooled = Buffer.concat([Buffer.from('other bytes'), passkey.publicKey]).subarray(11)
    const outcome = await verifyAuthentication(
      SITE,
      challenge,
      { ...passkey, publicKey: pooled },
      authenticator.get(options),
    )
    expect(outcome).toMatchObject({ outcome: 'verified' })
  })

  test('records that it is backed up', async () => {
    const { authenticator, passkey, challenge, options } = await signedUp({ isSynced: true })
    expect(passkey).toMatchObject({ isBackupEligible: true, isBackedUp: true })
    const response = authenticator.get(options, { flags: { backedUp: false } })
    expect(await verifyAuthentication(SITE, challenge, passkey, response)).toMatchObject({ isBackedUp: false })
  })
})

/** Every address but the own one, however similar. */
const LOOK_ALIKES = [
  'http://shelf.example.org',
  'https://shelf.example.org:8443',
  'https://shelf.example.org/',
  'https://shelf.example.org.',
  'https://a.shelf.example.org',
  'https://example.org',
  'https://shelf.example.org.evil.test',
  'https://evil.test#https://shelf.example.org',
  'https://Shelf.example.org',
  'https://ѕhelf.example.org',
  'android:apk-key-hash:c2hlbGY',
  'null',
  '',
]

const TWISTS: [name: string, twist: Twist, reason: string][] = [
  ...LOOK_ALIKES.map((origin): [string, Twist, string] => [
    `the origin ${origin}`,
    { clientData: { origin } },
    'origin',
  ]),
  ['a frame of another site', { clientData: { crossOrigin: true } }, 'cross_origin'],
  ['a frame of a named site', { clientData: { crossOrigin: true, topOrigin: 'https://evil.test' } }, 'cross_origin'],
  ['a top origin without a frame', { clientData: { topOrigin: SITE.origin } }, 'cross_origin'],
  ['another challenge', { clientData: { challenge: 'AAAA' } }, 'challenge'],
  ['an empty challenge', { clientData: { challenge: '' } }, 'malformed'],
  ['a number as challenge', { clientData: { challenge: 1 } }, 'malformed'],
  ['an array as origin', { clientData: { origin: [SITE.origin] } }, 'malformed'],
  ['the RP id of a parent domain', { rpId: 'example.org' }, 'rp_id'],
  ['the RP id of another site', { rpId: 'evil.test' }, 'rp_id'],
  ['an absent user', { flags: { userPresent: false } }, 'user_presence'],
  ['an unverified user', { flags: { userVerified: false } }, 'user_verification'],
  ['a backup of what cannot be backed up', { flags: { backedUp: true } }, 'malformed'],
]

describe.each([
  ['verifyRegistration', registerWith, 'webauthn.get'],
  ['verifyAuthentication', signInWith, 'webauthn.create'],
])('%s', (_name, verify, otherType) => {
  test.each(TWISTS)('refuses %s', async (_title, twist, reason) => {
    expect(await verify(twist)).toEqual(refused(reason))
  })

  test('refuses a response to the other ceremony', async () => {
    expect(await verify({ clientData: { type: otherType } })).toEqual(refused('type'))
  })

  test('accepts unknown client data and extensions', async () => {
    const twist = { clientData: { other_keys_can_be_added_here: 1 }, extensions: new Map([['credProtect', 2]]) }
    expect(await verify(twist)).toMatchObject({ outcome: 'verified' })
  })

  test('refuses extensions that are not a map', async () => {
    expect(await verify({ extensions: 7 })).toEqual(refused('malformed'))
  })
})

describe('verifyAuthentication', () => {
  test('refuses a signature by another key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(await signInWith({ privateKey })).toEqual(refused('signature'))
  })

  test('refuses the key of another passkey', async () => {
    const other = await signedUp()
    expect(await signInWith({}, { publicKey: other.passkey.publicKey })).toEqual(refused('signature'))
  })

  test('refuses another credential id before it looks at the signature', async () => {
    expect(await signInWith({}, { credentialId: 'AAAA' })).toEqual(refused('credential_id'))
  })

  test('refuses a replay with the next challenge', async () => {
    const { authenticator, passkey, options } = await signedUp()
    const next = await authenticationOptions(SITE)
    const outcome = await verifyAuthentication(SITE, next.challenge, passkey, authenticator.get(options))
    expect(outcome).toEqual(refused('challenge'))
  })

  test.each([4, 5, 0])('refuses the counter %i after 5: the authenticator was cloned', async (counter) => {
    expect(await signInWith({ counter }, { counter: 5 })).toEqual(refused('counter'))
  })

  test('accepts a higher counter', async () => {
    expect(await signInWith({ counter: 6 }, { counter: 5 })).toMatchObject({ outcome: 'verified', counter: 6 })
  })

  test('accepts counters that are always zero, and the first one above zero', async () => {
    expect(await signInWith({ counter: 0 }, { counter: 0 })).toMatchObject({ outcome: 'verified', counter: 0 })
    expect(await signInWith({ counter: 2 ** 32 - 1 }, { counter: 0 })).toMatchObject({ counter: 2 ** 32 - 1 })
  })

  test('reports no cloned authenticator when the signature is forged', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(await signInWith({ privateKey, counter: 1 }, { counter: 5 })).toEqual(refused('signature'))
  })

  test('returns the error of the library when a signature cannot be parsed', async () => {
    const { authenticator, passkey, challenge, options } = await signedUp()
    const { response, ...rest } = authenticator.get(options)
    const garbled = { ...rest, response: { ...response, signature: 'AAAA' } }
    const outcome = await verifyAuthentication(SITE, challenge, passkey, garbled)
    expect(outcome).toMatchObject(refused('signature'))
    expect('error' in outcome && outcome.error).toBeInstanceOf(Error)
  })

  test('refuses a response in which any bit was flipped', async () => {
    const { authenticator, passkey, challenge, options } = await signedUp()
    const { response, ...rest } = authenticator.get(options)
    const field = fc.constantFrom('clientDataJSON' as const, 'authenticatorData' as const)
    const flip = fc.tuple(field, fc.nat(), fc.integer({ min: 0, max: 7 }))
    await fc.assert(
      fc.asyncProperty(flip, async ([name, position, bit]) => {
        const bytes = Buffer.from(response[name], 'base64url')
        const index = position % bytes.length
        bytes.writeUInt8(bytes.readUInt8(index) ^ (2 ** bit), index)
        const flipped = { ...rest, response: { ...response, [name]: bytes.toString('base64url') } }
        const outcome = await verifyAuthentication(SITE, challenge, passkey, flipped)
        expect(outcome.outcome).toBe('refused')
      }),
      { numRuns: 200 },
    )
  })
})
