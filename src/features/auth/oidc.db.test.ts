import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { followSignIn, startOidcProvider } from '../../../test/oidc-provider.ts'
import { owner, PASSWORD, sessionOf, stranger } from '../../../test/sign-in.ts'

const callback = (id: string) => `${ORIGIN}/auth/oidc/${id}/callback`
const clients = ['open', 'known'].map((id) => ({
  client_id: id,
  client_secret: 'secret',
  redirect_uris: [callback(id)],
  post_logout_redirect_uris: [`${ORIGIN}/`],
}))

let provider: Awaited<ReturnType<typeof startOidcProvider>>
let other: typeof provider
let app: TestApp
beforeAll(async () => {
  provider = await startOidcProvider({ clients, account: { id: 'dana', claims: { name: 'דנה לוי' } } })
  other = await startOidcProvider({ clients, account: { id: 'dana', claims: { name: 'Mallory' } } })
  const common = { clientSecret: 'secret', private: true }
  const roles = { claim: 'groups', admin: 'admins' }
  const providers = [
    { id: 'open', label: 'Open', issuer: provider.issuer, clientId: 'open', accounts: 'create', ...common },
    {
      id: 'known',
      label: 'Known',
      issuer: other.issuer,
      clientId: 'known',
      scopes: 'openid profile groups',
      roles,
      ...common,
    },
  ]
  app = await testApp({ OIDC_PROVIDERS: JSON.stringify(providers) })
  // The provider signs with the time of the machine.
  app.clock.now = new Date()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.close(), other.close()])
})

type Browser = ReturnType<typeof stranger>
const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']].flat().flatMap((each) => (typeof each === 'string' ? [each.split(';')[0] ?? ''] : []))

/** Follows the link of a page to the provider; returns the way back, and the cookie that binds it to this browser. */
async function begin(path: string, cookie = '') {
  const answer = await stranger(app, cookie === '' ? {} : { cookie }).page(path)
  expect(answer.status, answer.text).toBe(302)
  const back = await followSignIn(String(answer.headers['location']))
  const binding = cookiesOf(answer.headers).find((each) => each.startsWith('__Host-oidc_login=')) ?? ''
  return { path: back.pathname + back.search, cookie: [cookie, binding].filter((each) => each !== '').join('; ') }
}

/** The same for linking, which begins with a form; its answer is a page with a link. */
async function beginLink(provider: string, session: string) {
  const answer = await stranger(app, { cookie: session }).form(`/settings/sign-in/oidc/${provider}`)
  const url = /href="(http:\/\/127[^"]+)"/.exec(answer.text)?.[1] ?? ''
  const back = await followSignIn(url.replaceAll('&amp;', '&'))
  return { path: back.pathname + back.search, cookie: [session, ...cookiesOf(answer.headers)].join('; ') }
}

async function signIn(path = '/auth/oidc/open') {
  const back = await begin(path)
  return stranger(app, { cookie: back.cookie }).page(back.path)
}
const signedIn = (answer: Parameters<typeof sessionOf>[0]): Browser => stranger(app, { cookie: sessionOf(answer) })
const refused = (reason: string) => ({ status: 401, body: { code: 'provider_refused', reason } })

describe('sign-in at an OpenID Connect provider', () => {
  test('/login has a button for each provider, which keeps the page to continue to', async () => {
    const { text } = await stranger(app).page('/login?next=/files')
    for (const id of ['open', 'known']) expect(text).toContain(`href="/auth/oidc/${id}?next=%2Ffiles"`)
  })

  test('creates an account with the name at the provider, and finds it again', async () => {
    const first = await signIn('/auth/oidc/open?next=/files')
    expect(first).toMatchObject({ status: 303, headers: { location: '/files' } })
    expect(String(first.headers['set-cookie'])).toContain('sign_in_method=oidc')
    expect((await signedIn(first).page('/settings/account')).text).toContain('דנה לוי')
    await signIn()
    const { rows } = await app.pool.query(`select from users where first_name = 'דנה לוי'`)
    expect(rows).toHaveLength(1)
  })

  test('refuses an unknown account where the provider may not create one', async () => {
    const answer = await signIn('/auth/oidc/known')
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('href="/login?next=%2Fdashboard"')
    expect(cookiesOf(answer.headers).some((each) => each.startsWith('__Host-session='))).toBe(false)
  })

  test('an invitation creates an account at such a provider, once, and a claim gives the role', async () => {
    const noa = await owner(app)
    const page = await noa.form('/admin/invitations', { role: 'user', days: '7' })
    const invitation = /\/invite\/([\w-]{43})/.exec(page.text)?.[1] ?? ''
    expect((await stranger(app).page(`/invite/${invitation}`)).text).toContain(
      `/auth/oidc/known?invitation=${invitation}`,
    )
    other.signInAs({ id: 'omer', claims: { name: 'Omer', groups: ['staff', 'admins'] } })
    const answer = await signIn(`/auth/oidc/known?invitation=${invitation}`)
    expect(answer.status).toBe(303)
    expect((await signedIn(answer).page('/admin')).status).toBe(200)
    expect((await stranger(app).page(`/auth/oidc/known?invitation=${invitation}`)).status).toBe(404)
    other.signInAs({ id: 'dana', claims: { name: 'Mallory' } })
  })

  test('next leads only to a path of this site', async () => {
    for (const next of ['//evil.example', 'https://evil.example', String.raw`/\evil.example`])
      expect((await signIn(`/auth/oidc/open?next=${encodeURIComponent(next)}`)).headers['location']).toBe('/dashboard')
  })

  test('a callback is refused without its state, in another browser, a second time, after 15 minutes, and at another provider', async () => {
    const at = (path: string, cookie: string) => stranger(app, { cookie }).get(path)
    const back = await begin('/auth/oidc/open')
    const withoutState = back.path.replace(/state=[^&]*/, '')
    expect(await at(withoutState, back.cookie)).toMatchObject(refused('state'))
    expect(await at(back.path.replace(/state=[^&]*/, 'state=forged'), back.cookie)).toMatchObject(refused('state'))
    const elsewhere = await begin('/auth/oidc/open')
    expect(await at(elsewhere.path, '__Host-oidc_login=another')).toMatchObject(refused('state'))
    // It was used up by the attempt of the other browser.
    expect(await at(elsewhere.path, elsewhere.cookie)).toMatchObject(refused('state'))
    expect((await at(back.path, back.cookie)).status).toBe(303)
    expect(await at(back.path, back.cookie)).toMatchObject(refused('state'))
    const mixedUp = await begin('/auth/oidc/open')
    const atOther = mixedUp.path.replace('/oidc/open/', '/oidc/known/')
    expect(await at(atOther, mixedUp.cookie)).toMatchObject(refused('mix_up'))
    const late = await begin('/auth/oidc/open')
    app.advance(901)
    expect(await at(late.path, late.cookie)).toMatchObject(refused('state'))
    app.advance(-901)
  })

  test('of several concurrent callbacks with one state exactly one signs in', async () => {
    const back = await begin('/auth/oidc/open')
    const answers = await Promise.all([1, 2, 3, 4].map(() => stranger(app, { cookie: back.cookie }).get(back.path)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401, 401, 401])
  })

  test('two tabs of one browser can both finish', async () => {
    const first = await begin('/auth/oidc/open')
    const second = await begin('/auth/oidc/open', first.cookie)
    for (const back of [second, first])
      expect((await stranger(app, { cookie: first.cookie }).get(back.path)).status).toBe(303)
  })

  test('a person who declines at the provider gets a page that leads to the other ways', async () => {
    provider.signInAs(null)
    const answer = await signIn()
    provider.signInAs({ id: 'dana', claims: { name: 'דנה לוי' } })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('role="alert"')
    const logged = { provider: 'open', reason: 'denied', msg: 'sign-in at an OpenID Connect provider failed' }
    expect(app.lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(expect.objectContaining(logged))
  })

  test('signing out leads to a page that offers to sign out at the provider too', async () => {
    const dana = signedIn(await signIn())
    expect((await dana.post('/logout')).headers['location']).toBe('/signed-out/open')
    expect((await dana.get('/dashboard')).status).toBe(401)
    const { text } = await stranger(app).page('/signed-out/open')
    expect(text).toContain(`href="${provider.issuer}/session/end?`)
    expect((await stranger(app).page('/signed-out/nobody')).status).toBe(404)
  })
})

describe('a provider as another way in', () => {
  test('confirms nothing when the provider did not ask the person again', async () => {
    const session = sessionOf(await signIn())
    const confirm = async () => {
      const { path, cookie } = await begin('/confirm/oidc/open?next=/export', session)
      return stranger(app, { cookie }).get(path)
    }
    // The provider keeps the time of the machine: for us the person signed in there a minute before we asked.
    app.advance(60)
    const unconfirmed = { code: 'provider_not_confirmed', reason: 'not_asked_again' }
    expect(await confirm()).toMatchObject({ status: 401, body: unconfirmed })
    app.advance(-60)
    expect((await confirm()).status).toBe(303)
  })

  test('is linked to the signed-in person, confirms actions, and belongs to one account only', async () => {
    const user = await app.user('Gal')
    const answer = await user.post('/settings/sign-in/password', { sign_in_name: 'gal', password: PASSWORD })
    const cookie = sessionOf(answer)
    other.signInAs({ id: 'gal', claims: { name: 'Someone else' } })
    const back = await beginLink('known', cookie)
    const asked = await stranger(app, { cookie: back.cookie }).page(back.path)
    const accepted = await stranger(app, { cookie: back.cookie }).form(String(asked.headers['location']))
    expect(accepted).toMatchObject({
      status: 303,
      headers: { location: settingsHref('sign-in', { done: 'methodAdded' }) },
    })
    const again = await signIn('/auth/oidc/known')
    const gal = signedIn(again)
    const page = await gal.page('/settings/account')
    expect(page.text).toContain('Gal')
    expect(page.text).not.toContain('/settings/sign-in/oidc/known')

    // Not with the clock: the provider keeps the time of the machine.
    const proved_at = new Date(app.clock.now.getTime() - 601_000)
    await app.db.updateTable('sessions').set({ proved_at }).where('user_id', '=', user.id).execute()
    expect((await gal.page('/export')).headers['location']).toBe('/confirm?next=%2Fexport')
    expect((await gal.page('/confirm?next=/export')).text).toContain('/confirm/oidc/known?next=%2Fexport')
    const confirmed = await begin('/confirm/oidc/known?next=/export', sessionOf(again))
    const done = await stranger(app, { cookie: confirmed.cookie }).page(confirmed.path)
    expect(done).toMatchObject({ status: 303, headers: { location: '/export' } })
    expect((await signedIn(done).get('/export')).status).toBe(200)

    const uri = await app.user('Uri')
    await uri.post('/settings/sign-in/password', { sign_in_name: 'uri', password: PASSWORD })
    const uris = sessionOf(await stranger(app).post('/auth/password', { sign_in_name: 'uri', password: PASSWORD }))
    const taken = await beginLink('known', uris)
    expect(await stranger(app, { cookie: taken.cookie }).get(taken.path)).toMatchObject({
      status: 409,
      body: { code: 'identity_taken' },
    })
    const asOther = await begin('/confirm/oidc/known', uris)
    expect(await stranger(app, { cookie: asOther.cookie }).get(asOther.path)).toMatchObject({
      status: 409,
      body: { code: 'provider_other_account' },
    })
    // Whoever started must still be signed in at the end.
    const switched = await beginLink('open', uris)
    const asGal = switched.cookie.replace(uris, sessionOf(done))
    expect((await stranger(app, { cookie: asGal }).get(switched.path)).status).toBe(409)
  })
})

test('a provider that is down answers with a page instead of an error of ours', async () => {
  const gone = await startOidcProvider({ clients, account: null })
  await gone.close()
  const providers = [{ id: 'gone', label: 'Gone', issuer: gone.issuer, clientId: 'x', private: true }]
  await using lonely = await testApp({ OIDC_PROVIDERS: JSON.stringify(providers) })
  const answer = await stranger(lonely).page('/auth/oidc/gone')
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('Gone')
  expect(await stranger(lonely).get('/auth/oidc/gone')).toMatchObject(refused('unreachable'))
  expect(lonely.lines.filter((line) => line.includes('"reason":"unreachable"'))).toHaveLength(2)
  expect((await stranger(lonely).get('/auth/oidc/nobody')).status).toBe(404)
})
