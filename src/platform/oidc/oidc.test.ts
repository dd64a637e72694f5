import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followSignIn, startOidcProvider } from '../../../test/oidc-provider.ts'
import type { OidcProvider } from '../config/oidc.ts'
import { type Oidc, openOidc } from './oidc.ts'

const DANA = { id: 'dana-17', claims: { name: 'Dana', groups: ['staff', 'librarians'] } }
const callbackOf = (id: string) => `https://shelf.example.org/auth/oidc/${id}/callback`

type Server = Awaited<ReturnType<typeof startOidcProvider>>
const servers: Server[] = []
let oidc: Oidc

const client = (id: string, secret: string | null) => ({
  client_id: `client-${id}`,
  redirect_uris: [callbackOf(id)],
  post_logout_redirect_uris: ['https://shelf.example.org/'],
  scope: 'openid profile groups',
  ...(secret === null ? { token_endpoint_auth_method: 'none' as const } : { client_secret: secret }),
})

const settings = (id: string, { issuer }: Server, changes: Partial<OidcProvider> = {}): OidcProvider => ({
  id,
  label: id,
  issuer,
  clientId: `client-${id}`,
  clientSecret: `secret of ${id}: +/%`,
  scopes: 'openid profile groups',
  accounts: 'create',
  roles: { claim: 'groups', admin: 'librarians', premium: 'staff' },
  isPrivate: true,
  ...changes,
})

beforeAll(async () => {
  const [first, second] = await Promise.all([
    startOidcProvider({
      clients: [client('a', 'secret of a: +/%'), client('b', 'secret of b: +/%'), client('public', null)],
      account: DANA,
    }),
    startOidcProvider({ clients: [client('other', 'secret of other: +/%')], account: DANA, hasFullIdTokens: true }),
  ])
  servers.push(first, second)
  const clock = () => new Date()
  oidc = openOidc(
    [
      settings('a', first),
      settings('b', first, { roles: null }),
      settings('public', first, { clientSecret: null }),
      settings('wrong-secret', first, { clientId: 'client-a', clientSecret: 'guessed' }),
      settings('other', second),
    ],
    clock,
  )
})

afterAll(() => Promise.all(servers.map((server) => server.close())))

async function begin(id: string, redirectId = id) {
  const started = await oidc.start(id, callbackOf(redirectId))
  if (started.outcome === 'refused') throw new Error(started.reason)
  return started.start
}

/** Starts a sign-in and follows it to the callback. */
async function authorize(id: string, redirectId = id) {
  const start = await begin(id, redirectId)
  return { start, callback: await followSignIn(start.url) }
}

describe('a sign-in at a real provider', () => {
  test.each([
    { id: 'a', role: 'admin', situation: 'of a confidential client' },
    { id: 'b', role: null, situation: 'of a client without role claims' },
    { id: 'public', role: 'admin', situation: 'of a public client' },
    { id: 'other', role: 'admin', situation: 'when the ID token contains the profile' },
  ])('$situation yields the verified identity', async ({ id, role }) => {
    const { start, callback } = await authorize(id)
    expect(await oidc.finish(id, callback, start)).toMatchObject({
      outcome: 'verified',
      identity: { issuer: oidc.find(id)?.issuer, subject: 'dana-17', name: 'Dana', role },
    })
  })

  test('asks for a code with PKCE S256 and values that no other start has', async () => {
    const [one, two] = await Promise.all([begin('a'), begin('a')])
    const { searchParams } = new URL(one.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-a',
      redirect_uri: callbackOf('a'),
      scope: 'openid profile groups',
      state: one.state,
      nonce: one.nonce,
      code_challenge_method: 'S256',
    })
    expect(searchParams.get('code_challenge')).not.toBe(one.codeVerifier)
    const values = [one, two].flatMap(({ state, nonce, codeVerifier }) => [state, nonce, codeVerifier])
    expect(new Set(values).size).toBe(6)
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/)
  })

  test('refuses a code that was redeemed before', async () => {
    const { start, callback } = await authorize('a')
    expect(await oidc.finish('a', callback, start)).toMatchObject({ outcome: 'verified' })
    expect(await oidc.finish('a', callback, start)).toEqual({ outcome: 'refused', reason: 'code' })
  })

  test('refuses the code of another client', async () => {
    const [mine, stolen] = await Promise.all([begin('a'), authorize('b')])
    const callback = new URL(`${callbackOf('a')}${stolen.callback.search}`)
    callback.searchParams.set('state', mine.state)
    expect(await oidc.finish('a', callback, mine)).toEqual({ outcome: 'refused', reason: 'code' })
  })

  test('refuses a code that was issued for another code challenge', async () => {
    const [mine, stolen] = await Promise.all([begin('a'), authorize('a')])
    stolen.callback.searchParams.set('state', mine.state)
    expect(await oidc.finish('a', stolen.callback, mine)).toEqual({ outcome: 'refused', reason: 'code' })
  })

  test('refuses a code whose redirect URI was another one', async () => {
    const { start, callback } = await authorize('a')
    const moved = new URL(`${callbackOf('elsewhere')}${callback.search}`)
    expect(await oidc.finish('a', moved, start)).toEqual({ outcome: 'refused', reason: 'code' })
  })

  test('refuses when the user denies', async () => {
    const [server] = servers
    server?.signInAs(null)
    const { start, callback } = await authorize('a')
    server?.signInAs(DANA)
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(await oidc.finish('a', callback, start)).toEqual({ outcome: 'refused', reason: 'denied' })
  })

  test('refuses when our client secret is wrong', async () => {
    const { start, callback } = await authorize('wrong-secret', 'a')
    expect(await oidc.finish('wrong-secret', callback, start)).toEqual({ outcome: 'refused', reason: 'client' })
  })

  test('refuses the callback of provider A at provider B', async () => {
    const [atA, atOther] = await Promise.all([authorize('a'), begin('other')])
    expect(await oidc.finish('other', atA.callback, atA.start)).toEqual({ outcome: 'refused', reason: 'mix_up' })
    expect(await oidc.finish('other', atA.callback, atOther)).toEqual({ outcome: 'refused', reason: 'state' })
    // The attacker controls B, so the state of the start at B is known there.
    atA.callback.searchParams.set('state', atOther.state)
    expect(await oidc.finish('other', atA.callback, atOther)).toEqual({ outcome: 'refused', reason: 'mix_up' })
  })

  test('ends at the provider too', async () => {
    const { start, callback } = await authorize('a')
    await oidc.finish('a', callback, start)
    const url = new URL((await oidc.signOutUrl('a', 'https://shelf.example.org/')) ?? '')
    expect(url.origin).toBe(servers[0]?.issuer)
    // It answers with a form that the browser submits, and with an error when the token or the address is wrong.
    expect(await (await fetch(url)).text()).toContain(`action="${url.origin}/session/end/confirm"`)
  })
})

test('an unknown provider is refused and has no sign-out', async () => {
  expect(oidc.find('nobody')).toBeNull()
  expect(await oidc.start('nobody', callbackOf('nobody'))).toEqual({ outcome: 'refused', reason: 'unknown_provider' })
  const checks = { provider: 'nobody', state: 's', nonce: 'n', codeVerifier: 'v' }
  const callback = new URL(`${callbackOf('nobody')}?state=s&code=c`)
  expect(await oidc.finish('nobody', callback, checks)).toEqual({ outcome: 'refused', reason: 'unknown_provider' })
  expect(await oidc.signOutUrl('nobody', 'https://shelf.example.org/')).toBeNull()
})
