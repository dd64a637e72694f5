import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import type { HttpClient } from '../../../test/client.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { owner, sessionOf, setUpPath, stranger } from '../../../test/sign-in.ts'
import { newSoftwareAuthenticator, type Twist } from '../../../test/software-authenticator.ts'

const Options = z.object({
  options: z.looseObject({
    challenge: z.string(),
    rpId: z.string().default(''),
    rp: z.looseObject({ id: z.string() }).default({ id: '' }),
    user: z.looseObject({ id: z.string() }).default({ id: '' }),
    excludeCredentials: z.array(z.looseObject({ id: z.string() })).default([]),
  }),
})
type Authenticator = ReturnType<typeof newSoftwareAuthenticator>
type Client = Pick<HttpClient, 'post'>
const refused = { status: 401, body: { code: 'passkey_refused' } }

let app: TestApp
let noa: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  app = await testApp()
  noa = await owner(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const device = (settings: { isSynced?: boolean; origin?: string } = {}) =>
  newSoftwareAuthenticator({ origin: ORIGIN, ...settings })

async function optionsFrom(client: Client, path: string, body?: object) {
  const answer = await client.post(`${path}/options`, body)
  expect(answer, path).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  return Options.parse(JSON.parse(answer.text)).options
}
const signInOptions = () => optionsFrom(stranger(app), '/auth/passkey')
const send = (response: object) => stranger(app).post('/auth/passkey', response)
const signIn = async (by: Authenticator, twist?: Twist) => send(by.get(await signInOptions(), twist))

const SETTINGS = '/settings/sign-in/passkey'
async function add(user: Client, by: Authenticator, twist?: Twist) {
  return user.post(SETTINGS, by.create(await optionsFrom(user, SETTINGS), twist))
}

/** Somebody with the messenger and one passkey. */
async function person(name: string, by = device()): Promise<{ user: TestUser; by: Authenticator }> {
  const user = await app.user(name)
  expect((await add(user, by)).status).toBe(200)
  return { user, by }
}

async function join(client: Client, path: string, by: Authenticator, name = 'Dana') {
  return client.post(path, by.create(await optionsFrom(client, path, { first_name: name })))
}

async function invite(): Promise<string> {
  // Other tests move the clock, and inviting needs a recent sign-in.
  await app.pool.query('update sessions set created_at = $1, proved_at = $1', [app.clock.now])
  const { text } = await noa.form('/admin/invitations', { role: 'user', days: '7', note: '' })
  return `${/\/invite\/[\w-]{43}/.exec(text)?.[0] ?? ''}/passkey`
}

async function methodsOf({ id }: TestUser, method = 'passkey') {
  const sql = 'select id, name, subject from sign_in_methods where user_id = $1 and method = $2'
  const { rows } = await app.pool.query<{ id: string; name: string; subject: string }>(sql, [id, method])
  return rows.map((row) => ({ ...row, id: row.id.replaceAll('-', '') }))
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('signing in with a passkey', () => {
  test('opens a session, remembers the method and updates the counter, on each of two devices', async () => {
    const [phone, key] = [device({ isSynced: true }), device()]
    const { user } = await person('Dana', phone)
    expect((await add(user, key)).status).toBe(200)
    for (const by of [phone, key, phone, key]) {
      const answer = await signIn(by)
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
      expect(String(answer.headers['set-cookie'])).toContain('sign_in_method=passkey')
      expect((await stranger(app, { cookie: sessionOf(answer) }).page('/settings/account')).text).toContain('Dana')
    }
    const { rows } = await app.pool.query('select counter from passkeys where user_id = $1 order by 1', [user.id])
    expect(rows).toEqual([{ counter: '0' }, { counter: '3' }])
  })

  test('refuses a replayed response and a second response to one challenge', async () => {
    const { by } = await person('Gal')
    const options = await signInOptions()
    const response = by.get(options)
    expect((await send(response)).status).toBe(200)
    expect(await send(response)).toMatchObject(refused)
    expect(await send(by.get(options))).toMatchObject(refused)
  })

  test('uses the challenge up when the response is refused', async () => {
    const { by } = await person('Tal')
    const options = await signInOptions()
    expect(await send(by.get(options, { rpId: 'evil.example' }))).toMatchObject(refused)
    expect(await send(by.get(options))).toMatchObject(refused)
  })

  test('accepts a challenge for five minutes', async () => {
    const { by } = await person('Uri')
    const [first, second] = [await signInOptions(), await signInOptions()]
    app.advance(299)
    expect((await send(by.get(first))).status).toBe(200)
    app.advance(2)
    expect(await send(by.get(second))).toMatchObject(refused)
  })

  test.each<[string, Twist]>([
    ['another origin', { clientData: { origin: 'https://evil.example' } }],
    ['a frame of another site', { clientData: { crossOrigin: true } }],
    ['another RP id', { rpId: 'evil.example' }],
    ['no user verification', { flags: { userVerified: false } }],
    ['the key of another passkey', { privateKey: device().privateKey }],
    ['a challenge that the server did not make', { clientData: { challenge: 'bm90IG91cnM' } }],
    ['a registration', { clientData: { type: 'webauthn.create' } }],
  ])('refuses a response with %s', async (_, twist) => {
    const { by } = await person('Rina')
    expect(await signIn(by, twist)).toMatchObject(refused)
    expect((await signIn(by)).status).toBe(200)
  })

  test('refuses bodies that are no response, and answers every refusal with the same body', async () => {
    const { by } = await person('Mor')
    const unknown = device()
    unknown.create({ challenge: '', rp: {}, user: { id: 'MQ' } })
    const answers = [
      await send({}),
      await send({ response: { clientDataJSON: 'bm90IGpzb24' } }),
      await signIn(unknown),
      await signIn(by, { rpId: 'evil.example' }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject(refused)
      expect(Object.keys(answer.body)).toEqual(['ok', 'error', 'code', 'message', 'request_id'])
    }
  })

  test('refuses the user handle of another user', async () => {
    const { by } = await person('Lia')
    const { user: other } = await person('Ron')
    const response = by.get(await signInOptions())
    const userHandle = Buffer.from(other.id).toString('base64url')
    expect(await send({ ...response, response: { ...response.response, userHandle } })).toMatchObject(refused)
  })

  test('refuses a counter that did not advance, with a warning in the log', async () => {
    const { by } = await person('Shir')
    expect((await signIn(by, { counter: 9 })).status).toBe(200)
    app.lines.length = 0
    for (const counter of [9, 3, 0]) expect(await signIn(by, { counter })).toMatchObject(refused)
    const warned = app.lines.filter((line) => line.includes('"passkey_cloned"') && line.includes('"level":40'))
    expect(warned).toHaveLength(3)
    expect(app.lines.join('')).not.toContain(by.credentialId)
    expect((await signIn(by, { counter: 10 })).status).toBe(200)
  })

  test('lets one of two concurrent responses with the same counter in', async () => {
    const { user, by } = await person('Nir')
    const responses = [await signInOptions(), await signInOptions()].map((options) => by.get(options, { counter: 5 }))
    const lock = { sql: 'select from passkeys where user_id = $1 for update', values: [user.id] }
    // Both are verified against the old counter and wait for the row when it is released.
    const race = async () => ({ waiting: Promise.all(responses.map(send)) })
    expect(statuses(await whileRowIsLocked(app.pool, lock, race, 2))).toEqual([200, 401])
  })

  test('lets one of several concurrent responses to one challenge in', async () => {
    const { by } = await person('Adi', device({ isSynced: true }))
    const response = by.get(await signInOptions())
    expect(statuses(await Promise.all([1, 2, 3, 4].map(() => send(response))))).toEqual([200, 401, 401, 401])
  })

  test('logs the reason of a refusal without ids', async () => {
    const { by } = await person('Roni')
    app.lines.length = 0
    await signIn(by, { rpId: 'evil.example' })
    const line = app.lines.find((each) => each.includes('"passkey_refused"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ level: 30, reason: 'rp_id' })
    expect(line).not.toContain(by.credentialId)
  })
})

describe('POST /confirm/passkey', () => {
  test('accepts a passkey of the signed-in person and of nobody else, and rotates the session', async () => {
    const { user, by } = await person('Dor')
    const { by: other } = await person('Gil')
    const confirm = async (key: Authenticator) => user.post('/confirm/passkey', key.get(await signInOptions()))
    expect(await confirm(other)).toMatchObject(refused)
    app.advance(601)
    expect((await user.post(`${SETTINGS}/options`)).status).toBe(403)
    expect((await user.page('/confirm')).text).toContain('use-passkey')
    const answer = await confirm(by)
    expect(answer.status).toBe(200)
    expect((await user.get('/dashboard')).status).toBe(401)
    const confirmed = stranger(app, { cookie: sessionOf(answer) })
    expect((await confirmed.post(`${SETTINGS}/options`)).status).toBe(200)
  })
})

describe('passkeys on /settings', () => {
  test('are named after the device, and excluded from the next options', async () => {
    const user = await app.user('Alon')
    const by = device()
    const options = await optionsFrom(user, SETTINGS)
    const chrome = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' }
    expect((await user.post(SETTINGS, by.create(options), chrome)).status).toBe(200)
    expect(await methodsOf(user)).toMatchObject([{ name: 'Chrome, Android', subject: by.credentialId }])
    expect((await optionsFrom(user, SETTINGS)).excludeCredentials).toMatchObject([{ id: by.credentialId }])
    // A client that ignores the exclusion.
    expect(await add(user, by)).toMatchObject({ status: 409, body: { code: 'passkey_exists' } })
    expect((await signIn(by)).status).toBe(200)
  })

  test('no longer sign in once they are removed, and can be added again', async () => {
    const { user, by } = await person('Hila')
    const [method] = await methodsOf(user)
    expect((await user.post(`/settings/sign-in/${method?.id}/remove`)).status).toBe(303)
    expect(await signIn(by)).toMatchObject(refused)
    const { rows } = await app.pool.query('select from passkeys where user_id = $1', [user.id])
    expect(rows).toEqual([])
    expect((await add(user, by)).status).toBe(200)
    expect((await signIn(by)).status).toBe(200)
  })

  test('are refused when another account has them', async () => {
    const { by } = await person('Ella')
    const omer = await app.user('Omer')
    expect(await add(omer, by)).toMatchObject({ status: 409, body: { code: 'identity_taken' } })
    expect(await methodsOf(omer)).toEqual([])
  })

  test('need a challenge of the same person, for adding', async () => {
    const { user, by } = await person('Ido')
    const eve = await app.user('Eve')
    expect(await eve.post(SETTINGS, device().create(await optionsFrom(user, SETTINGS)))).toMatchObject(refused)
    const { challenge } = await signInOptions()
    const creation = { challenge, rp: { id: 'shelf.test' }, user: { id: 'MQ' } }
    expect(await eve.post(SETTINGS, device().create(creation))).toMatchObject(refused)
    const { challenge: added } = await optionsFrom(user, SETTINGS)
    expect(await send(by.get({ challenge: added, rpId: 'shelf.test' }))).toMatchObject(refused)
    expect(await methodsOf(eve)).toEqual([])
  })

  test('are refused beyond 30 methods, and from a wrong origin or RP id', async () => {
    const { user } = await person('Yael')
    const foreign = device({ origin: 'https://evil.example' })
    expect(await add(user, foreign)).toMatchObject(refused)
    expect(await add(user, device(), { rpId: 'evil.example' })).toMatchObject(refused)
    await app.pool.query(
      `insert into sign_in_methods (user_id, id, method, issuer, subject, name, created_at)
       select $1, gen_random_uuid(), 'passkey', '', n::text, '', now() from generate_series(1, 28) n`,
      [user.id],
    )
    expect(await add(user, device())).toMatchObject({ status: 409, body: { code: 'too_many_sign_in_methods' } })
  })
})

describe('joining with a passkey', () => {
  test('the set-up link makes an admin once', async () => {
    await using fresh = await testApp({ PASSWORDS: 'off', MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_NAME: '' })
    const page = await setUpPath(fresh)
    const path = `${page}/passkey`
    const { text } = await stranger(fresh).page(page)
    expect(text).toContain('create-passkey')
    expect(text).not.toContain('name="password"')
    const form = { first_name: 'x', sign_in_name: 'xy', password: 'hare and tortoise' }
    expect((await stranger(fresh).post(page, form)).status).toBe(405)
    const by = device()
    const answer = await join(stranger(fresh), path, by, 'נועה')
    expect(answer.status).toBe(200)
    expect((await stranger(fresh, { cookie: sessionOf(answer) }).page('/admin')).status).toBe(200)
    const again = await stranger(fresh).post(`${path}/options`, { first_name: 'Eve' })
    expect(again).toMatchObject({ status: 404, body: { code: 'set_up_link_invalid' } })
    const response = by.get(await optionsFrom(stranger(fresh), '/auth/passkey'))
    expect((await stranger(fresh).post('/auth/passkey', response)).status).toBe(200)
  })

  test('an invitation makes one account, with the name and the user of the challenge', async () => {
    const by = device()
    const answer = await join(stranger(app), await invite(), by, 'ליאת')
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    const { text } = await stranger(app, { cookie: sessionOf(answer) }).page('/settings/account')
    expect(text).toContain('ליאת')
    expect((await signIn(by)).status).toBe(200)
  })

  test('refuses the challenge of another invitation, of sign-in and of adding', async () => {
    const [mine, other] = [await invite(), await invite()]
    const by = device()
    const options = await optionsFrom(stranger(app), other, { first_name: 'Eve' })
    expect(await stranger(app).post(mine, by.create(options))).toMatchObject(refused)
    const user = await app.user('Noam')
    const adding = await optionsFrom(user, SETTINGS)
    expect(await stranger(app).post(mine, by.create(adding))).toMatchObject(refused)
    const joining = await optionsFrom(stranger(app), mine, { first_name: 'Eve' })
    expect(await user.post(SETTINGS, by.create(joining))).toMatchObject(refused)
    expect((await join(stranger(app), mine, by)).status).toBe(200)
  })

  test('a revoked or used invitation, and a name that is empty, get no options', async () => {
    const path = await invite()
    expect((await stranger(app).post(`${path}/options`, { first_name: ' ' })).status).toBe(400)
    const options = await optionsFrom(stranger(app), path, { first_name: 'Late' })
    expect((await join(stranger(app), path, device())).status).toBe(200)
    const invalid = { status: 404, body: { code: 'invitation_invalid' } }
    expect(await stranger(app).post(path, device().create(options))).toMatchObject(invalid)
    expect(await stranger(app).post(`${path}/options`, { first_name: 'x' })).toMatchObject(invalid)
  })

  test('of two concurrent uses of one invitation exactly one makes an account', async () => {
    const path = await invite()
    const responses = await Promise.all(
      ['first', 'second'].map(async (name) =>
        device().create(await optionsFrom(stranger(app), path, { first_name: `${name}-passkey` })),
      ),
    )
    const lock = { sql: 'select from invitations where used_at is null for update', values: [] }
    const race = async () => ({ waiting: Promise.all(responses.map((each) => stranger(app).post(path, each))) })
    expect(statuses(await whileRowIsLocked(app.pool, lock, race, 2))).toEqual([200, 404])
    const { rows } = await app.pool.query(`select from users where first_name like '%-passkey'`)
    expect(rows).toHaveLength(1)
  })

  test('REGISTRATION=open lets anybody join with a passkey', async () => {
    await using open = await testApp({ REGISTRATION: 'open' })
    expect((await join(stranger(open), '/register/passkey', device())).status).toBe(200)
    expect((await stranger(app).post('/register/passkey', {})).status).toBe(404)
  })
})

test('passkeys do not exist on an origin where browsers offer none', async () => {
  await using plain = await testApp({ BASE_URL: 'http://192.0.2.7' })
  expect((await plain.visitor().post('/auth/passkey/options')).status).not.toBe(200)
  expect((await plain.visitor().page('/login')).text).not.toContain('use-passkey')
})
