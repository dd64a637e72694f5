import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { oidcBrowser } from '../../../test/oidc-browser.ts'
import { startOidcProvider } from '../../../test/oidc-provider.ts'
import { stranger } from '../../../test/sign-in.ts'

/**
 * A link of another site must not add the attacker's identity to the victim's account, nor the victim's to the attacker's. Both browsers are
 * signed in at two real providers; another site can make a browser sign in at a provider as whoever it likes.
 */
const client = (id: string, more = {}) => ({
  client_id: id,
  client_secret: 'secret',
  redirect_uris: [`${ORIGIN}/auth/oidc/${id}/callback`],
  ...more,
})
const VICTIM = { id: 'victim', claims: { name: 'Dana', email: 'dana@example.org' } }
const ATTACKER = { id: 'mallory', claims: { name: 'Mallory <b>', email: 'mallory@example.org' } }

type Server = Awaited<ReturnType<typeof startOidcProvider>>
type Browser = ReturnType<typeof oidcBrowser>
let work: Server
let other: Server
let silent: Server
let app: TestApp
let dana: TestUser
let browser: Browser

beforeAll(async () => {
  work = await startOidcProvider({ clients: [client('work')], account: VICTIM })
  other = await startOidcProvider({ clients: [client('other')], account: ATTACKER })
  const timed = client('timed', { require_auth_time: true, default_max_age: 3600 })
  silent = await startOidcProvider({ clients: [client('silent'), timed], account: VICTIM, asksNobodyAgain: true })
  const settings = { clientSecret: 'secret', private: true, scopes: 'openid profile email' }
  const provider = (id: string, { issuer }: Server) => ({ id, label: `At ${id}`, clientId: id, issuer, ...settings })
  const providers = [
    { ...provider('work', work), accounts: 'create' },
    provider('other', other),
    provider('silent', silent),
    { ...provider('timed', silent), accounts: 'create' },
  ]
  app = await testApp({ OIDC_PROVIDERS: JSON.stringify(providers), RATE_LIMIT_FACTOR: '1000' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([work.close(), other.close(), silent.close()])
})

/** The victim: an account with the provider `work`, and a browser that is signed in there and, as the attacker, at `other`. */
beforeEach(async () => {
  // The providers sign with the time of the machine.
  app.clock.now = new Date()
  const id = `victim-${crypto.randomUUID()}`
  work.signInAs({ ...VICTIM, id })
  other.signInAs({ ...ATTACKER, id: `mallory-${crypto.randomUUID()}` })
  dana = await app.user('Dana')
  browser = oidcBrowser(app)
  signInHere(browser, dana)
  await link(browser, 'work')
})
afterEach(async () => {
  const rows = await methods(dana)
  expect(rows, 'the attacker has a way into the account of the victim').toEqual(['messenger', 'oidc victim'])
})

function signInHere({ cookies }: Browser, user: TestUser): void {
  const [name = '', value = ''] = user.cookie.split('=')
  cookies.set(name, value)
}

async function methods({ id }: { id: TestUser['id'] }): Promise<string[]> {
  const query = app.db.selectFrom('sign_in_methods').select(['method', 'subject']).where('user_id', '=', id)
  const rows = await query.orderBy('created_at').orderBy('method').execute()
  return rows.map(({ method, subject }) => (method === 'oidc' ? `oidc ${subject.split('-')[0]}` : method))
}

const linkPath = /action="(\/settings\/sign-in\/link\/[\w-]{43})"/
const formOf = (text: string) => linkPath.exec(text)?.[1] ?? ''

/** What the owner does on purpose, up to the page that names the identity. */
async function beginLink(by: Browser, provider: string) {
  const leave = await by.post(`/settings/sign-in/oidc/${provider}`)
  expect(leave.status, leave.text.slice(-400)).toBe(200)
  const url = /href="(http:\/\/127[^"]+)"/.exec(leave.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return by.atProvider(url)
}
async function askedPage(by: Browser, provider: string) {
  const page = await by.open(await beginLink(by, provider), 'cross-site')
  expect(page.status, page.text.slice(-400)).toBe(200)
  return page
}
async function link(by: Browser, provider: string) {
  const { text } = await askedPage(by, provider)
  expect(await by.post(formOf(text))).toMatchObject({
    status: 303,
    headers: { location: settingsHref('sign-in', { done: 'methodAdded' }) },
  })
}
const age = (seconds: number) =>
  // Citus computes no interval from a column in an update.
  app.pool.query('update sessions set proved_at = $1::timestamptz where proved_at is not null', [
    new Date(app.clock.now.getTime() - seconds * 1000),
  ])
/** Of the newest session. */
async function proofOf({ id }: { id: TestUser['id'] }) {
  const query = app.db.selectFrom('sessions').select(['proved_by', 'proved_at']).where('user_id', '=', id)
  const { proved_by, proved_at } = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()
  return { proved_by, isFresh: proved_at !== null && app.clock.now.getTime() - proved_at.getTime() < 600_000 }
}
const LINK = '/settings/sign-in/oidc/other'
const isSentToConfirm = { status: 302, headers: { location: '/confirm?next=%2Fsettings' } }

describe('a link of another site', () => {
  const link = `/auth/oidc/work?next=${LINK}`
  test.each([
    { situation: 'while the victim is signed in', prepare: async () => {} },
    { situation: 'while the session is old', prepare: () => age(3600) },
    { situation: 'while the victim is signed out here', prepare: async () => browser.cookies.clear() },
  ])('to a sign-in that continues to linking adds nothing $situation', async ({ prepare }) => {
    await prepare()
    const end = await browser.open(link, 'cross-site')
    expect([200, 405]).toContain(end.status)
    expect(formOf(end.text)).toBe('')
  })

  test('that is typed or opened from a mail adds nothing either', async () => {
    await age(3600)
    expect(await browser.open(link, 'none')).toMatchObject({ status: 405, path: LINK })
    browser.cookies.clear()
    expect(await browser.open(link, 'none')).toMatchObject({ status: 405, path: LINK })
  })

  test('does not sign a signed-in person in as somebody else, nor a signed-out one', async () => {
    const before = browser.cookie()
    await browser.open('/auth/oidc/work', 'cross-site')
    await browser.open('/auth/oidc/work', 'none')
    expect(browser.cookie()).toContain(before.split(';')[0])
    browser.cookies.clear()
    expect(await browser.open('/auth/oidc/work?next=/files', 'cross-site')).toMatchObject({
      status: 200,
      path: '/login?next=%2Ffiles',
    })
    expect(browser.cookies.has('__Host-session')).toBe(false)
  })

  test('in the other direction adds nothing of the victim to the account of the attacker', async () => {
    const mallory = await app.user('Mallory')
    const owner = oidcBrowser(app)
    signInHere(owner, mallory)
    // The victim's browser is signed in here as the attacker, and at `work` as the victim.
    await owner.open('/auth/oidc/work?next=/settings/sign-in/oidc/work', 'cross-site')
    await owner.open('/settings/sign-in/oidc/work', 'cross-site')
    expect(await methods(mallory)).toEqual(['messenger'])
  })

  test('to the old address, and to the address of the page that asks, is refused', async () => {
    expect((await browser.get(LINK, 'cross-site')).status).toBe(405)
    expect((await browser.get('/settings/sign-in/link/guessed', 'cross-site')).status).toBe(404)
  })

  test('to any page as next changes no account: no GET of the route table does', async () => {
    const { text } = await askedPage(browser, 'other')
    const pending = formOf(text)
    const tables = ['sign_in_methods', 'sign_in_keys', 'access_tokens', 'recovery_codes', 'invitations', 'passwords']
    const read = async () => {
      const users = await app.pool.query(`select user_id, role, first_name from users order by user_id`)
      const counts = tables.map((table) => app.pool.query(`select count(*)::int as n from ${table}`))
      return [users.rows, (await Promise.all(counts)).map(({ rows }: { rows: unknown[] }) => rows)]
    }
    const before = await read()
    const token = pending.split('/').at(-1) ?? ''
    for (const { method, url, config } of app.routes) {
      if (method !== 'GET' || config.forGit) continue
      const path = url
        .replace(':provider', 'other')
        .replace(':token', token)
        .replaceAll(/:\w+|\*/g, '1')
      const headers = { cookie: browser.cookie(), 'sec-fetch-site': 'cross-site' }
      await app.app.inject({ method, url: path, headers })
    }
    expect(await read()).toEqual(before)
  })
})

describe('a form', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]

  test('of another site neither begins nor accepts', async () => {
    const { text } = await askedPage(browser, 'other')
    for (const headers of foreign) {
      for (const path of [LINK, formOf(text)])
        expect(await browser.post(path, headers), path).toMatchObject({ status: 403 })
    }
  })

  test('of a session that was left open begins nothing and accepts nothing', async () => {
    const { text } = await askedPage(browser, 'other')
    await age(601)
    expect(await browser.post(LINK)).toMatchObject(isSentToConfirm)
    expect(await browser.post(formOf(text))).toMatchObject(isSentToConfirm)
  })

  test('of a session that a provider opened without asking begins nothing', async () => {
    browser.cookies.clear()
    // For us the person signed in at the provider twenty minutes ago, and is signed in here without being asked.
    app.advance(1200)
    expect(await browser.open('/auth/oidc/work')).toMatchObject({ status: 200, path: '/dashboard' })
    expect(await browser.post(LINK)).toMatchObject(isSentToConfirm)
    expect(await proofOf(dana)).toMatchObject({ proved_by: 'oidc', isFresh: false })
  })

  test('of an account that a provider has just made may add a way in, once', async () => {
    const gal = oidcBrowser(app)
    work.signInAs({ ...VICTIM, id: `gal-${crypto.randomUUID()}` })
    await gal.open('/auth/oidc/work')
    expect((await gal.post('/settings/sign-in/recovery-codes')).status).toBe(200)
    app.advance(601)
    expect(await gal.post('/settings/sign-in/recovery-codes')).toMatchObject(isSentToConfirm)
  })
})

describe('the page that asks', () => {
  test('names the identity and the account, and escapes both', async () => {
    const { text } = await askedPage(browser, 'other')
    for (const word of ['Mallory &lt;b>', 'mallory@example.org', 'mallory-', 'At other', 'Dana'])
      expect(text).toContain(word)
  })

  test('stores nothing when it is only looked at or left', async () => {
    const page = await askedPage(browser, 'other')
    await browser.open(page.path)
    await browser.open('/settings')
    const mallory = oidcBrowser(app)
    expect(await mallory.open('/auth/oidc/other')).toMatchObject({ status: 403 })
  })

  test('is for one session: another one of the same person, another person and another browser get 404', async () => {
    const page = await askedPage(browser, 'other')
    const [gal, again] = [oidcBrowser(app), oidcBrowser(app)]
    signInHere(gal, await app.user('Gal'))
    await again.open('/auth/oidc/work')
    // It is the same person, in a session of their own, proved like the first.
    await app.confirm(dana)
    for (const each of [gal, again]) {
      expect((await each.get(page.path, 'same-origin')).status).toBe(404)
      expect((await each.post('/settings/sign-in/link/guessed')).status).toBe(404)
    }
    expect((await again.post(formOf(page.text))).status).toBe(404)
    // Whoever tried has used it up.
    expect((await browser.post(formOf(page.text))).status).toBe(404)
  })

  test('expires after five minutes', async () => {
    const { text } = await askedPage(browser, 'other')
    app.advance(301)
    expect((await browser.post(formOf(text))).status).toBe(404)
  })

  test('is over when the session was replaced by a confirmation', async () => {
    const { text } = await askedPage(browser, 'other')
    await browser.open('/confirm/oidc/work?next=/settings')
    expect((await browser.post(formOf(text))).status).toBe(404)
  })

  test('is over when the session has ended', async () => {
    const { text } = await askedPage(browser, 'other')
    await browser.post('/logout')
    expect((await browser.post(formOf(text))).status).toBe(401)
  })
})

describe('the way back from the provider', () => {
  test('is refused a second time, in another browser, in another session, and after the person cancelled', async () => {
    const replayed = await beginLink(browser, 'other')
    expect((await browser.open(replayed, 'cross-site')).status).toBe(200)
    expect((await browser.open(replayed, 'cross-site')).status).toBe(401)

    // The attacker starts in an own account, and sends the victim the way back.
    const mallory = oidcBrowser(app)
    signInHere(mallory, await app.user('Mallory'))
    expect((await browser.open(await beginLink(mallory, 'other'), 'cross-site')).status).toBe(401)

    const switched = await beginLink(browser, 'other')
    const gal = await app.user('Gal')
    const kept = new Map(browser.cookies)
    signInHere(browser, gal)
    expect((await browser.open(switched, 'cross-site')).status).toBe(409)
    for (const [name, value] of kept) browser.cookies.set(name, value)

    const elsewhere = await beginLink(browser, 'other')
    await browser.open('/confirm/oidc/work?next=/settings')
    expect((await browser.open(elsewhere, 'cross-site')).status).toBe(401)

    other.signInAs(null)
    browser.forgetProvider(other.issuer)
    const cancelled = await browser.open(await beginLink(browser, 'other'), 'cross-site')
    expect(cancelled.status).toBe(401)
    expect(cancelled.text).toContain(`href="${settingsHref('sign-in')}"`)
  })

  test('of two tabs asks in each of them', async () => {
    const [first, second] = [await beginLink(browser, 'other'), await beginLink(browser, 'other')]
    const pages = [await browser.open(second, 'cross-site'), await browser.open(first, 'cross-site')]
    expect(new Set(pages.map(({ text }) => formOf(text))).size).toBe(2)
  })
})

describe('confirming at a provider', () => {
  const confirm = (provider: string) => browser.open(`/confirm/oidc/${provider}?next=/settings`)

  test.each([
    { title: 'sends no auth_time', provider: 'silent', reason: 'auth_time_missing' },
    { title: 'sends an old auth_time', provider: 'timed', reason: 'not_asked_again' },
  ])('is refused when the provider $title, and says what to do', async ({ provider, reason }) => {
    silent.signInAs({ ...VICTIM, id: `victim-${crypto.randomUUID()}` })
    const before = await methods(dana)
    await link(browser, provider)
    expect(await methods(dana)).toEqual([...before, 'oidc victim'])
    await age(3600)
    app.advance(120)
    const answer = await confirm(provider)
    expect(answer.status).toBe(401)
    expect(answer.text).toMatch(/did not ask again who you are/)
    expect(app.lines.some((line) => line.includes(`"reason":"${reason}"`))).toBe(true)
    expect(await browser.post('/settings/sign-in/recovery-codes')).toMatchObject(isSentToConfirm)
    await app.pool.query(`delete from sign_in_methods where user_id = $1 and issuer = $2`, [dana.id, silent.issuer])
  })

  test('counts from the time at which the provider asked', async () => {
    await age(3600)
    expect(await confirm('work')).toMatchObject({ status: 200, path: '/settings' })
    expect((await browser.post('/settings/sign-in/recovery-codes')).status).toBe(200)
  })
})

describe('linking on purpose', () => {
  test('adds exactly one identity when the button is pressed several times at once', async () => {
    const gal = await app.user('Gal')
    const own = oidcBrowser(app)
    signInHere(own, gal)
    const { text } = await askedPage(own, 'other')
    const answers = await Promise.all([1, 2, 3, 4].map(() => own.post(formOf(text))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 404, 404, 404])
    expect(await methods(gal)).toEqual(['messenger', 'oidc mallory'])
    expect((await stranger(app, { cookie: own.cookie() }).get('/settings')).status).toBe(200)
  })

  test('gives an identity that two people accept at once to one of them', async () => {
    const people = [await app.user('Gal'), await app.user('Uri')]
    const browsers = people.map((person) => {
      const own = oidcBrowser(app)
      signInHere(own, person)
      return own
    })
    const pages = await Promise.all(browsers.map((own) => askedPage(own, 'other')))
    const answers = await Promise.all(browsers.map((own, n) => own.post(formOf(pages[n]?.text ?? ''))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
  })
})
