import { describe, expect, test } from 'vitest'
import { CLIENT_SECRET, type Json, startHostileOidc } from '../../../test/hostile-oidc.ts'
import { type Attempt, attempt, CALLBACK, settingsOf } from '../../../test/oidc-attempt.ts'
import { openFetch } from './fetch.ts'
import { openOidc } from './oidc.ts'
import type { OidcRefusal } from './refusal.ts'

type Case = Attempt & { title: string; reason: OidcRefusal }

const DOCUMENTS: Case[] = [
  { title: 'another issuer', reason: 'discovery_issuer', metadata: () => ({ issuer: 'https://login.example.org' }) },
  { title: 'the issuer with a slash', reason: 'discovery_issuer', metadata: (origin) => ({ issuer: `${origin}/` }) },
  {
    title: 'a template as issuer',
    reason: 'discovery_issuer',
    metadata: (origin) => ({ issuer: `${origin}/{tenantid}` }),
  },
  { title: 'an issuer that is no URL', reason: 'malformed', metadata: () => ({ issuer: 'login' }) },
  { title: 'an issuer that is not a string', reason: 'malformed', metadata: (origin) => ({ issuer: [origin] }) },
  { title: 'no issuer', reason: 'malformed', metadata: () => ({ issuer: undefined }) },
  { title: 'no token endpoint', reason: 'metadata', metadata: () => ({ token_endpoint: undefined }) },
  { title: 'no keys', reason: 'metadata', metadata: () => ({ jwks_uri: undefined }) },
  {
    title: 'a relative authorization endpoint',
    reason: 'metadata',
    metadata: () => ({ authorization_endpoint: '/authorize' }),
  },
  {
    title: 'a token endpoint with credentials',
    reason: 'metadata',
    metadata: () => ({ token_endpoint: 'http://u:p@127.0.0.1/' }),
  },
  {
    title: 'an authorization endpoint that is a script',
    reason: 'insecure',
    metadata: () => ({ authorization_endpoint: 'javascript:alert(1)' }),
  },
  { title: 'keys in a file', reason: 'insecure', metadata: () => ({ jwks_uri: 'file:///etc/passwd' }) },
  { title: 'PKCE without S256', reason: 'pkce', metadata: () => ({ code_challenge_methods_supported: ['plain'] }) },
  { title: 'no PKCE method', reason: 'pkce', metadata: () => ({ code_challenge_methods_supported: [] }) },
  {
    title: 'PKCE methods that are text',
    reason: 'metadata',
    metadata: () => ({ code_challenge_methods_supported: 'S256' }),
  },
  {
    title: 'symmetric signatures only',
    reason: 'algorithm',
    metadata: () => ({ id_token_signing_alg_values_supported: ['HS256', 'none'] }),
  },
  {
    title: 'no way to send our client secret',
    reason: 'client',
    metadata: () => ({ token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
  },
]

describe.concurrent('start refuses a discovery document with', () => {
  test.each(DOCUMENTS)('$title', async ({ title: _, reason, ...wrong }) => {
    const { outcome, server } = await attempt(wrong)
    expect(outcome).toEqual({ outcome: 'refused', reason })
    expect(server.count('token') + server.count('keys')).toBe(0)
  })
})

const PUBLIC = 'https://login.example.org'

/** A public provider whose document we invent; every other request goes to the real fetch. */
async function startAtPublicProvider(changes: Json) {
  const requested: string[] = []
  const document = {
    issuer: PUBLIC,
    authorization_endpoint: `${PUBLIC}/authorize`,
    token_endpoint: `${PUBLIC}/token`,
    jwks_uri: `${PUBLIC}/keys`,
    ...changes,
  }
  const open: typeof openFetch = (isPrivate, deadline) => (url, options) => {
    requested.push(url)
    const isDiscovery = url === `${PUBLIC}/.well-known/openid-configuration`
    return isDiscovery ? Promise.resolve(Response.json(document)) : openFetch(isPrivate, deadline)(url, options)
  }
  const oidc = openOidc([settingsOf(PUBLIC, { isPrivate: false })], () => new Date(), open)
  return { outcome: await oidc.start('evil', CALLBACK), requested }
}

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

describe.each(ENDPOINTS)('start refuses the document of a public provider whose %s is', (endpoint) => {
  test.each([
    ['http://login.example.org/x', 'insecure'],
    ['ftp://login.example.org/x', 'insecure'],
    ['https://127.0.0.1/x', 'private_address'],
    ['https://2130706433/x', 'private_address'],
    ['https://0x7f.1/x', 'private_address'],
    ['https://10.0.0.5/x', 'private_address'],
    ['https://169.254.169.254/latest/meta-data/', 'private_address'],
    ['https://[::1]/x', 'private_address'],
    ['https://[::ffff:169.254.169.254]/x', 'private_address'],
    ['https://localhost/x', 'private_address'],
    ['https://localhost./x', 'private_address'],
    ['https://database/x', 'private_address'],
    ['https://metadata.google.internal/x', 'private_address'],
  ] as const)('%s', async (address, reason) => {
    const { outcome, requested } = await startAtPublicProvider({ [endpoint]: address })
    expect(outcome).toEqual({ outcome: 'refused', reason })
    expect(requested).toEqual([`${PUBLIC}/.well-known/openid-configuration`])
  })
})

test('start accepts the document of a public provider with public endpoints', async () => {
  expect((await startAtPublicProvider({})).outcome).toMatchObject({ outcome: 'started' })
})

test.each([
  ['http', 'insecure'],
  ['https', 'private_address'],
] as const)('start sends no request to a public provider at %s on loopback', async (scheme, reason) => {
  await using server = await startHostileOidc()
  const issuer = server.origin.replace('http', scheme)
  const oidc = openOidc([settingsOf(issuer, { isPrivate: false })], () => new Date())
  expect(await oidc.start('evil', CALLBACK)).toEqual({ outcome: 'refused', reason })
  expect(server.requests).toEqual([])
})

describe('discovery', () => {
  const open = (origin: string) => {
    const time = { now: Date.now() }
    return { time, oidc: openOidc([settingsOf(origin)], () => new Date(time.now)) }
  }

  test('is one request for concurrent starts, and another one after ten minutes', async () => {
    await using server = await startHostileOidc()
    const { time, oidc } = open(server.origin)
    await Promise.all(Array.from({ length: 10 }, () => oidc.start('evil', CALLBACK)))
    time.now += 9 * 60_000
    await oidc.start('evil', CALLBACK)
    expect(server.count('discovery')).toBe(1)
    time.now += 61_000
    await oidc.start('evil', CALLBACK)
    expect(server.count('discovery')).toBe(2)
  })

  test('is repeated after a failure', async () => {
    const forgery: { metadata: () => Json } = { metadata: () => ({ issuer: 'https://login.example.org' }) }
    await using server = await startHostileOidc(forgery)
    const { oidc } = open(server.origin)
    expect(await oidc.start('evil', CALLBACK)).toMatchObject({ outcome: 'refused' })
    forgery.metadata = () => ({})
    expect(await oidc.start('evil', CALLBACK)).toMatchObject({ outcome: 'started' })
  })
})

describe('the client secret', () => {
  const basic = `Basic ${Buffer.from(`codeshelf:${CLIENT_SECRET.replaceAll('-', '%2D')}`).toString('base64')}`

  test.each([
    { methods: undefined, authorization: basic, inBody: null },
    { methods: ['client_secret_post', 'client_secret_basic'], authorization: basic, inBody: null },
    { methods: ['client_secret_post'], authorization: undefined, inBody: CLIENT_SECRET },
  ])('is sent as the provider wishes: $methods', async ({ methods, authorization, inBody }) => {
    const { server } = await attempt({ metadata: () => ({ token_endpoint_auth_methods_supported: methods }) })
    const token = server.requests.find(({ endpoint }) => endpoint === 'token')
    expect(token?.headers.authorization).toBe(authorization)
    expect(new URLSearchParams(token?.body).get('client_secret')).toBe(inBody)
  })

  test('of a public client is not sent', async () => {
    const { server } = await attempt({ settings: { clientSecret: null } })
    const token = server.requests.find(({ endpoint }) => endpoint === 'token')
    expect(token?.headers.authorization).toBeUndefined()
    expect(token?.body).not.toContain('client_secret')
  })
})

test('signOutUrl is null when the provider offers no sign-out or cannot be reached', async () => {
  await using server = await startHostileOidc({ metadata: () => ({ end_session_endpoint: undefined }) })
  for (const issuer of [server.origin, 'http://127.0.0.1:1']) {
    const oidc = openOidc([settingsOf(issuer)], () => new Date())
    expect(await oidc.signOutUrl('evil', CALLBACK)).toBeNull()
  }
})
