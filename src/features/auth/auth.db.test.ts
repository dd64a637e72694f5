import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOT_TOKEN, cookieOf, ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { signWidget } from '../../../test/sign-widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

let nextId = 900
function fields(changes: Record<string, string | number> = {}) {
  nextId += 1
  return {
    id: nextId,
    first_name: 'דנה',
    username: 'dana',
    auth_date: Math.floor(app.clock.now.getTime() / 1000),
    ...changes,
  }
}
/** Each call has its own IP address, so that the login rate limit does not interfere. */
function post(body: unknown) {
  nextId += 1
  return app.visitor().raw({
    method: 'POST',
    url: '/auth/messenger',
    remoteAddress: `127.1.${nextId >> 8}.${nextId & 255}`,
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
}

describe('POST /auth/messenger', () => {
  test('verifies the hash, sets a session cookie and answers with success true', async () => {
    const answer = await post(signWidget(BOT_TOKEN, fields()))
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
    const dashboard = await app.visitor().get('/dashboard', { cookie: cookieOf(answer) })
    expect(dashboard.status).toBe(200)
  })

  test('S47: every invalid sign-in answers 401 with the same body', async () => {
    const now = Math.floor(app.clock.now.getTime() / 1000)
    const good = signWidget(BOT_TOKEN, fields())
    const spent = signWidget(BOT_TOKEN, fields())
    expect((await post(spent)).status).toBe(200)
    const wrong: Record<string, unknown> = {
      tampered: { ...good, first_name: 'Mallory' },
      old: signWidget(BOT_TOKEN, fields({ auth_date: now - 3601 })),
      future: signWidget(BOT_TOKEN, fields({ auth_date: now + 61 })),
      replayed: spent,
      'replayed in capitals': { ...spent, hash: spent.hash.toUpperCase() },
      'extra field': { ...good, is_admin: 1 },
      'missing field': signWidget(BOT_TOKEN, { id: 5, auth_date: now }),
      'missing hash': fields(),
      'wrong type': { ...good, id: true },
      'nested type': { ...good, first_name: { toString: 'x' } },
      'foreign token': signWidget('another', fields()),
      'short hash': { ...good, hash: good.hash.slice(1) },
      empty: {},
      'a newline in a value': signWidget(BOT_TOKEN, fields({ first_name: 'X\ny=1' })),
      'a control character in a value': signWidget(BOT_TOKEN, fields({ first_name: 'X\u0085' })),
      'a newline in a key': signWidget(BOT_TOKEN, fields({ 'a\nb': 'c' })),
      'an equals sign in a key': signWidget(BOT_TOKEN, fields({ 'a=b': 'c' })),
      'half a surrogate pair': signWidget(BOT_TOKEN, fields({ first_name: 'X\ud800' })),
      null: { ...good, first_name: null },
      list: { ...good, first_name: ['X'] },
    }
    const bodies = new Set<string>()
    for (const [what, data] of Object.entries(wrong)) {
      const answer = await post(data)
      expect(answer.status, what).toBe(401)
      bodies.add(JSON.stringify({ ...answer.body, request_id: '' }))
    }
    expect(bodies).toEqual(new Set([expect.stringContaining('"error":"invalid_authentication"')]))
  })

  test('a first name that contains other fields does not sign in as their id', async () => {
    // The messenger signs the name verbatim, so its signed text equals that of the forged fields.
    const signed = fields({ first_name: 'X\nid=1003\nj=' })
    const genuine = signWidget(BOT_TOKEN, signed)
    const forged = { ...signed, first_name: 'X', id: 1003, j: `\nid=${signed.id}` }
    expect(signWidget(BOT_TOKEN, forged).hash).toBe(genuine.hash)
    expect((await post({ ...forged, hash: genuine.hash })).status).toBe(401)
    expect((await post(genuine)).status).toBe(401)
  })

  test('a body that is not an object is 400 invalid_payload', async () => {
    for (const body of [[], 'text', 7, null])
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_payload' } })
  })

  test('sign-in accepts the exact limits of freshness', async () => {
    const now = Math.floor(app.clock.now.getTime() / 1000)
    for (const auth_date of [now - 3599, now + 60])
      expect((await post(signWidget(BOT_TOKEN, fields({ auth_date })))).status).toBe(200)
  })

  test('each hash is accepted once, also under concurrent requests', async () => {
    const data = signWidget(BOT_TOKEN, fields())
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(data)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('concurrent first sign-ins of one identity create one user', async () => {
    const { id } = fields()
    const data = [0, 1, 2, 3].map((back) =>
      signWidget(BOT_TOKEN, fields({ id, auth_date: Math.floor(app.clock.now.getTime() / 1000) - back })),
    )
    const answers = await Promise.all(data.map(post))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await app.pool.query(
      'select from users where user_id in (select user_id from identities where provider_uid = $1)',
      [id],
    )
    expect(rows).toHaveLength(1)
    const orphans = await app.pool.query('select from users where user_id not in (select user_id from identities)')
    expect(orphans.rows).toHaveLength(0)
  })

  test('a form without script redirects only to a path of this site', async () => {
    const body = new URLSearchParams(
      Object.entries(signWidget(BOT_TOKEN, fields())).map(([key, value]) => [key, String(value)]),
    )
    const answer = await app.visitor().raw({
      method: 'POST',
      url: '/auth/messenger?next=//evil.example',
      headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: body.toString(),
    })
    expect(answer).toMatchObject({ status: 303, headers: { location: '/dashboard' } })
  })
})

describe('sessions', () => {
  test('only the SHA-256 of the token is stored', async () => {
    const answer = await post(signWidget(BOT_TOKEN, fields()))
    const token = cookieOf(answer).split('=')[1] ?? ''
    const { rows } = await app.pool.query('select from sessions where token_hash = sha256($1)', [Buffer.from(token)])
    expect(rows).toHaveLength(1)
    expect(app.lines.join('')).not.toContain(token)
  })

  test('sessions expire 30 days after last use and 90 days after sign-in', async () => {
    await using own = await testApp()
    const dana = await own.user('Dana')
    const day = 86_400
    for (const days of [29, 29, 29]) {
      own.advance(days * day)
      expect((await dana.get('/dashboard')).status).toBe(200)
    }
    own.advance(3 * day + 1)
    expect((await dana.get('/dashboard')).status).toBe(401)

    const omer = await own.user('Omer')
    own.advance(30 * day + 1)
    expect((await omer.get('/dashboard')).status).toBe(401)
  })

  test('signing in again rotates the session', async () => {
    const first = await post(signWidget(BOT_TOKEN, fields()))
    const again = await app
      .visitor()
      .post('/auth/messenger', signWidget(BOT_TOKEN, fields()), { cookie: cookieOf(first) })
    expect(cookieOf(again)).not.toBe(cookieOf(first))
    expect((await app.visitor().get('/dashboard', { cookie: cookieOf(first) })).status).toBe(401)
  })

  test('GET and POST /logout end the server session and redirect to /', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const dana = await app.user('Dana')
      const answer = await dana.raw({ method, url: '/logout', headers: { origin: ORIGIN } })
      expect(answer).toMatchObject({ status: 303, headers: { location: '/' } })
      expect((await dana.get('/dashboard')).status).toBe(401)
    }
  })

  test('GET /logout from another site shows a confirmation form and does not sign out', async () => {
    const dana = await app.user('Dana')
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', referer: `${ORIGIN}/files` },
      { referer: 'https://evil.example/page' },
      { referer: `${ORIGIN}.evil.example/` },
      { referer: 'nonsense' },
    ]
    for (const headers of elsewhere) {
      const answer = await dana.page('/logout', headers)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('<form method="post" action="/logout"')
      expect(answer.headers).not.toHaveProperty('set-cookie')
      expect((await dana.get('/dashboard')).status).toBe(200)
    }
    for (const locale of ['he', 'en'] as const) {
      const { text } = await dana.page('/logout', { ...elsewhere[0], 'accept-language': locale })
      expect(text).toContain(locale === 'he' ? 'לצאת מהחשבון?' : 'Sign out?')
    }
    expect((await dana.post('/logout')).headers['location']).toBe('/')
    expect((await dana.get('/dashboard')).status).toBe(401)
  })

  test('GET /logout signs out from our own pages, a bookmark, and clients that send neither header', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { referer: `${ORIGIN}/files` },
      {},
    ]
    for (const headers of own) {
      const dana = await app.user('Dana')
      expect((await dana.page('/logout', headers)).status).toBe(303)
      expect((await dana.get('/dashboard')).status).toBe(401)
    }
  })

  test('signing out clears the browser cache and keeps its storage, which holds unsent notes', async () => {
    const dana = await app.user('Dana')
    const { rows } = await app.pool.query<{ id: string }>('select id from sessions where user_id = $1', [dana.id])
    const revoke = await dana.post(`/settings/sessions/${rows[0]?.id}/revoke`)
    const omer = await app.user('Omer')
    for (const answer of [revoke, await omer.post('/logout'), await (await app.user('Noa')).get('/logout')]) {
      expect(answer.headers['clear-site-data']).toBe('"cache"')
      expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/)
    }
  })

  test('sessions are revocable one by one and all at once, and another user’s session is 404', async () => {
    const dana = await app.user('Dana')
    const omer = await app.user('Omer')
    const { rows } = await app.pool.query<{ id: string }>('select id from sessions where user_id = $1', [omer.id])
    const omers = rows[0]?.id ?? ''
    expect((await dana.post(`/settings/sessions/${omers}/revoke`)).status).toBe(404)
    expect((await omer.post(`/settings/sessions/${omers}/revoke`)).status).toBe(303)
    expect((await omer.get('/dashboard')).status).toBe(401)

    expect((await dana.post('/settings/sessions/revoke-others')).status).toBe(303)
    expect((await dana.get('/dashboard')).status).toBe(200)
  })

  test('a session key signs in only while its session exists, and is deleted with it', async () => {
    const dana = await app.user('Dana')
    const keys = async () =>
      (await app.pool.query('select from session_keys where user_id = $1', [dana.id])).rowCount ?? 0
    const { rows } = await app.pool.query<{ id: string }>('select id from sessions where user_id = $1', [dana.id])
    expect(await keys()).toBe(rows.length)
    expect((await dana.post(`/settings/sessions/${rows[0]?.id}/revoke`)).status).toBe(303)
    expect(await keys()).toBe(rows.length - 1)

    const omer = await app.user('Omer')
    await app.pool.query('delete from sessions where user_id = $1', [omer.id])
    expect((await omer.get('/dashboard')).status).toBe(401)
  })

  test('a process remembers the key of a session, and still reads the session on each request', async () => {
    const dana = await app.user('Dana')
    expect((await dana.get('/dashboard')).status).toBe(200)
    await app.pool.query('delete from session_keys where user_id = $1', [dana.id])
    expect((await dana.get('/dashboard')).status).toBe(200)
    await app.pool.query('delete from sessions where user_id = $1', [dana.id])
    expect((await dana.get('/dashboard')).status).toBe(401)
  })

  test('the role is read per request, never from the cookie', async () => {
    const noa = await app.user('Noa', 'admin')
    expect((await noa.page('/settings/account')).text).toContain('Admin')
    await app.pool.query("update users set role = 'user' where user_id = $1", [noa.id])
    expect((await noa.page('/settings/account')).text).not.toContain('Admin')
  })

  test('ADMIN_IDS and PREMIUM_IDS set roles at sign-in', async () => {
    await using own = await testApp({ ADMIN_IDS: '50001', PREMIUM_IDS: '50002' })
    const people = [await own.user('Noa'), await own.user('Omer'), await own.user('Dana')]
    const { rows } = await own.pool.query<{ role: string }>(
      'select role from users where user_id = any($1) order by user_id',
      [people.map(({ id }) => id)],
    )
    expect(rows.map(({ role }) => role)).toEqual(['admin', 'premium', 'user'])
  })
})

describe('appearance', () => {
  test('language and theme are stored for the user and, when signed out, for the browser', async () => {
    const dana = await app.user('Dana')
    const change = await dana.post('/settings/appearance', { locale: 'he', theme: 'dark' })
    expect(change.status).toBe(200)
    expect((await dana.page('/dashboard')).text).toContain('<html lang="he" dir="rtl" data-theme="dark">')
    const signedOut = await app.visitor().page('/', { cookie: 'locale=he; theme=contrast' })
    expect(signedOut.text).toContain('<html lang="he" dir="rtl" data-theme="contrast">')
    expect((await app.visitor().page('/', { 'accept-language': 'iw-IL,en' })).text).toContain('lang="he"')
  })

  test('an unknown theme answers 400 with the allowed values', async () => {
    const answer = await app.visitor().post('/settings/appearance', { theme: 'pink' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'theme', allowed: ['system', 'light', 'dark', 'contrast'] },
    })
  })
})
