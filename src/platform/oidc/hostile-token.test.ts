import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  attackerKey,
  byAttacker,
  byHmac,
  CLIENT_ID,
  CLIENT_SECRET,
  encodeJwt,
  honestKey,
  sendJson,
} from '../../../test/hostile-oidc.ts'
import { type Attempt, attempt } from '../../../test/oidc-attempt.ts'
import type { OidcRefusal } from './refusal.ts'

type Case = Attempt & { title: string; reason: OidcRefusal }

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const weakKey = { ...weak.publicKey.export({ format: 'jwk' }), kid: 'honest' }
const byWeakKey = (input: string) => sign('sha256', Buffer.from(input), weak.privateKey).toString('base64url')

const hour = 3600
/** Lists every algorithm, so that the provider's own list allows the forged one. */
const anyAlgorithm = () => ({ id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'] })
const symmetricKey = { kty: 'oct', k: Buffer.from(CLIENT_SECRET).toString('base64url'), kid: 'honest', alg: 'HS256' }

const SIGNATURES: Case[] = [
  { title: 'a signature by another key', reason: 'signature', signature: byAttacker },
  { title: 'a signature of other claims', reason: 'signature', signature: (input) => byAttacker(`${input}x`) },
  { title: 'an empty signature', reason: 'signature', signature: () => '' },
  { title: 'a signature that is not base64url', reason: 'malformed', signature: () => '*** ***' },
  {
    title: 'a signature by a key in its own header',
    reason: 'signature',
    signature: byAttacker,
    header: { jwk: attackerKey },
  },
  {
    title: 'a signature by keys at an address in its own header',
    reason: 'signature',
    signature: byAttacker,
    header: { jku: 'http://127.0.0.1:1/keys' },
  },
  { title: 'an unknown key id', reason: 'unknown_key', header: { kid: 'nobody' } },
  { title: 'a key id that is a path', reason: 'unknown_key', header: { kid: '../../dev/null' } },
  {
    title: 'no key id when several keys fit',
    reason: 'unknown_key',
    header: { kid: undefined },
    keys: [honestKey, { ...honestKey, kid: 'two' }],
  },
  { title: 'algorithm none', reason: 'algorithm', header: { alg: 'none' }, signature: () => '' },
  {
    title: 'algorithm none that the provider lists',
    reason: 'algorithm',
    header: { alg: 'none' },
    signature: () => '',
    metadata: anyAlgorithm,
  },
  { title: 'algorithm nOnE', reason: 'algorithm', header: { alg: 'nOnE' }, signature: () => '' },
  { title: 'no algorithm', reason: 'algorithm', header: { alg: undefined } },
  { title: 'an algorithm that is not a string', reason: 'algorithm', header: { alg: ['ES256'] } },
  {
    title: 'HS256 with the client secret',
    reason: 'algorithm',
    header: { alg: 'HS256' },
    signature: byHmac(CLIENT_SECRET),
  },
  {
    title: 'HS256 that the provider lists and has a key for',
    reason: 'algorithm',
    header: { alg: 'HS256' },
    signature: byHmac(CLIENT_SECRET),
    metadata: anyAlgorithm,
    keys: [symmetricKey],
  },
  {
    title: 'HS256 with the public key as secret',
    reason: 'algorithm',
    header: { alg: 'HS256' },
    signature: byHmac(JSON.stringify(honestKey)),
    metadata: anyAlgorithm,
  },
  { title: 'an algorithm that does not fit the key', reason: 'unknown_key', header: { alg: 'RS256' } },
  { title: 'an algorithm that the provider does not list', reason: 'algorithm', header: { alg: 'ES384' } },
  { title: 'a critical header that we do not know', reason: 'unsupported', header: { crit: ['exp'] } },
  {
    title: 'an RSA key of 1024 bits',
    reason: 'unsupported',
    header: { alg: 'RS256' },
    keys: [weakKey],
    signature: byWeakKey,
  },
]

const CLAIMS: Case[] = [
  { title: 'another issuer', reason: 'issuer', claims: () => ({ iss: 'https://login.example.org' }) },
  { title: 'the issuer with a slash', reason: 'issuer', claims: (_, origin) => ({ iss: `${origin}/` }) },
  { title: 'an issuer that is not a string', reason: 'claims', claims: (_, origin) => ({ iss: [origin] }) },
  { title: 'no issuer', reason: 'claims', claims: () => ({ iss: undefined }) },
  { title: 'another audience', reason: 'audience', claims: () => ({ aud: 'somebody-else' }) },
  { title: 'an empty list of audiences', reason: 'audience', claims: () => ({ aud: [] }) },
  { title: 'no audience', reason: 'claims', claims: () => ({ aud: undefined }) },
  {
    title: 'several audiences without an authorized party',
    reason: 'audience',
    claims: () => ({ aud: [CLIENT_ID, 'other'] }),
  },
  {
    title: 'several audiences and another authorized party',
    reason: 'authorized_party',
    claims: () => ({ aud: [CLIENT_ID, 'other'], azp: 'other' }),
  },
  {
    title: 'a sign-in before the provider was told to ask again',
    reason: 'not_asked_again',
    checks: { askedAgainAt: new Date() },
    claims: (now) => ({ auth_time: now - 60 }),
  },
  {
    title: 'no time of the sign-in when the user had to be asked again',
    reason: 'auth_time_missing',
    checks: { askedAgainAt: new Date() },
  },
  {
    title: 'a sign-in at the provider in two minutes',
    reason: 'not_yet_valid',
    claims: (now) => ({ auth_time: now + 120 }),
  },
  { title: 'a sign-in after the end of time', reason: 'not_yet_valid', claims: () => ({ auth_time: 1e300 }) },
  { title: 'a time of the sign-in that is text', reason: 'claims', claims: (now) => ({ auth_time: String(now) }) },
  { title: 'one audience and another authorized party', reason: 'authorized_party', claims: () => ({ azp: 'other' }) },
  { title: 'another nonce', reason: 'nonce', claims: () => ({ nonce: 'nonce-of-another-sign-in' }) },
  { title: 'an empty nonce', reason: 'nonce', claims: () => ({ nonce: '' }) },
  { title: 'no nonce', reason: 'nonce', claims: () => ({ nonce: undefined }) },
  { title: 'an expiry 31 seconds ago', reason: 'expired', claims: (now) => ({ exp: now - 31 }) },
  { title: 'an expiry that is text', reason: 'claims', claims: (now) => ({ exp: String(now + hour) }) },
  { title: 'no expiry', reason: 'claims', claims: () => ({ exp: undefined }) },
  { title: 'an expiry that has passed by our clock', reason: 'expired', ahead: hour },
  { title: 'a start of validity in an hour', reason: 'not_yet_valid', claims: (now) => ({ nbf: now + hour }) },
  {
    title: 'an issue in an hour',
    reason: 'not_yet_valid',
    claims: (now) => ({ iat: now + hour, exp: now + 2 * hour }),
  },
  { title: 'an issue that is in the future by our clock', reason: 'not_yet_valid', ahead: -hour },
  { title: 'no time of issue', reason: 'claims', claims: () => ({ iat: undefined }) },
  { title: 'no subject', reason: 'claims', claims: () => ({ sub: undefined }) },
  { title: 'a subject that is a number', reason: 'claims', claims: () => ({ sub: 17 }) },
  { title: 'an empty subject', reason: 'subject', claims: () => ({ sub: '' }) },
  { title: 'a subject of 256 characters', reason: 'subject', claims: () => ({ sub: 'x'.repeat(256) }) },
  { title: 'a subject with a NUL', reason: 'subject', claims: () => ({ sub: 'dana\0' }) },
]

const unsigned = { header: { alg: 'ES256', kid: 'honest' } }
const ANSWERS: Case[] = [
  { title: 'no ID token', reason: 'id_token_missing', tokens: { id_token: undefined } },
  { title: 'an ID token that is an object', reason: 'malformed', tokens: { id_token: { sub: 'dana-17' } } },
  { title: 'an ID token of two parts', reason: 'malformed', idToken: 'a.b' },
  { title: 'an encrypted ID token', reason: 'unsupported', idToken: 'a.b.c.d.e' },
  { title: 'an ID token that is not base64url', reason: 'malformed', idToken: '*.*.*' },
  {
    title: 'an ID token whose claims are a list',
    reason: 'malformed',
    idToken: encodeJwt(unsigned.header, [], byAttacker),
  },
  { title: 'an ID token whose header is a list', reason: 'malformed', idToken: encodeJwt([], {}, byAttacker) },
  { title: 'no access token', reason: 'malformed', tokens: { access_token: undefined } },
  { title: 'an unknown type of token', reason: 'unsupported', tokens: { token_type: 'mac' } },
  { title: 'invalid_grant', reason: 'code', answers: { token: sendJson(400, { error: 'invalid_grant' }) } },
  { title: 'invalid_client', reason: 'client', answers: { token: sendJson(401, { error: 'invalid_client' }) } },
  { title: 'another error', reason: 'provider_error', answers: { token: sendJson(400, { error: 'invalid_request' }) } },
  { title: 'no keys', reason: 'unknown_key', keys: [] },
  { title: 'keys that are text', reason: 'malformed', keys: 'none' },
  { title: 'keys that are no objects', reason: 'malformed', keys: [null, 1] },
  { title: 'a key without coordinates', reason: 'malformed', keys: [{ kty: 'EC', crv: 'P-256', kid: 'honest' }] },
  { title: 'a key whose operations are a number', reason: 'malformed', keys: [{ ...honestKey, key_ops: 1 }] },
  { title: 'a key that is for encryption', reason: 'unknown_key', keys: [{ ...honestKey, use: 'enc' }] },
  {
    title: 'claims about another subject at userinfo',
    reason: 'subject',
    claims: () => ({ name: undefined }),
    userinfo: { sub: 'admin' },
  },
  {
    title: 'no subject at userinfo',
    reason: 'malformed',
    claims: () => ({ name: undefined }),
    userinfo: { sub: undefined },
  },
]

test('finish accepts the honest answers that the cases below falsify', async () => {
  const { outcome, server } = await attempt({})
  expect(outcome).toMatchObject({
    outcome: 'verified',
    identity: { subject: 'dana-17', name: 'Dana', issuer: server.origin },
  })
  expect(server.requests.map(({ endpoint }) => endpoint)).toEqual(['discovery', 'token', 'keys'])
})

describe.concurrent('finish refuses an ID token with', () => {
  test.each([...SIGNATURES, ...CLAIMS])('$title', async ({ title: _, reason, ...wrong }) => {
    const { outcome, server } = await attempt(wrong)
    expect(outcome).toEqual({ outcome: 'refused', reason })
    expect(server.count('userinfo')).toBe(0)
  })
})

describe.concurrent('finish refuses a provider that answers with', () => {
  test.each(ANSWERS)('$title', async ({ title: _, reason, ...wrong }) => {
    expect((await attempt(wrong)).outcome).toEqual({ outcome: 'refused', reason })
  })
})

describe.concurrent('finish accepts an ID token with', () => {
  test.each<Attempt & { title: string }>([
    { title: 'an expiry 20 seconds ago', claims: (now) => ({ exp: now - 20 }) },
    { title: 'an issue in 20 seconds', claims: (now) => ({ iat: now + 20, nbf: now + 20 }) },
    {
      title: 'several audiences and us as authorized party',
      claims: () => ({ aud: ['x', CLIENT_ID], azp: CLIENT_ID }),
    },
    { title: 'no key id when one key fits', header: { kid: undefined } },
    {
      title: 'a sign-in at the provider after the request to ask again',
      checks: { askedAgainAt: new Date() },
      claims: (now) => ({ auth_time: now }),
    },
    { title: 'the longest subject', claims: () => ({ sub: 'x'.repeat(255) }) },
  ])('$title', async ({ title: _, ...right }) => {
    expect((await attempt(right)).outcome).toMatchObject({ outcome: 'verified' })
  })
})
