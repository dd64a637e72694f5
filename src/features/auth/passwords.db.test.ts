import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { owner, PASSWORD, sessionOf, stranger } from '../../../test/sign-in.ts'

let app: TestApp
let noa: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  app = await testApp()
  noa = await owner(app, 'Noa')
})
afterAll(() => app[Symbol.asyncDispose]())

const signIn = (name: string, password: string) =>
  stranger(app).post('/auth/password', { sign_in_name: name, password })
const wrong = { status: 401, body: { code: 'wrong_password' } }

describe('POST /auth/password', () => {
  test('signs in with the right password, whatever the capitals of the name', async () => {
    const answer = await signIn('NOA', PASSWORD)
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect((await stranger(app, { cookie: sessionOf(answer) }).get('/api/stats')).status).toBe(200)
  })

  test('answers an unknown name, a wrong password and a text that is no name with the same body', async () => {
    for (const name of ['noa', 'nobody', 'no name at all!', '']) {
      const answer = await signIn(name, 'not the password')
      expect(answer, name).toMatchObject(wrong)
      expect(Object.keys(answer.body)).toEqual(['ok', 'error', 'code', 'message', 'request_id'])
    }
  })

  test('shows a form without script its page again with the message and the name, never the password', async () => {
    const form = { sign_in_name: 'noa <b>', password: 'not-the-password' }
    const answer = await stranger(app).form('/auth/password?next=/files', form)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('value="noa &lt;b>"')
    expect(answer.text).toContain('action="/auth/password?next=%2Ffiles"')
    expect(answer.text).not.toContain('not-the-password')
    const right = await stranger(app).form('/auth/password?next=/files', { sign_in_name: 'noa', password: PASSWORD })
    expect(right).toMatchObject({ status: 303, headers: { location: '/files' } })
    expect(String(right.headers['set-cookie'])).toContain('sign_in_method=password')
    const foreign = await stranger(app).form('/auth/password?next=//evil.example', {
      sign_in_name: 'noa',
      password: PASSWORD,
    })
    expect(foreign.headers['location']).toBe('/dashboard')
  })

  test('stores only an argon2id hash, and logs neither the name nor the password', async () => {
    const { rows } = await app.pool.query<{ hash: string }>('select hash from passwords')
    expect(rows.map(({ hash }) => hash)).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
    expect(app.lines.join('')).not.toContain(PASSWORD)
    expect(app.lines.join('')).not.toContain('not-the-password')
  })

  test('renews a hash with weaker parameters at the next sign-in', async () => {
    const { argon2Sync } = await import('node:crypto')
    const nonce = Buffer.alloc(16, 7)
    const options = { message: PASSWORD, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
    const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
    const old = `$argon2id$v=19$m=8,t=1,p=1$${bare(nonce)}$${bare(argon2Sync('argon2id', options))}`
    await app.pool.query('update passwords set hash = $1', [old])
    expect((await signIn('noa', PASSWORD)).status).toBe(200)
    const { rows } = await app.pool.query<{ hash: string }>('select hash from passwords')
    expect(rows[0]?.hash).toContain('m=19456,t=2,p=1')
    expect((await signIn('noa', PASSWORD)).status).toBe(200)
  })

  test('does not exist with PASSWORDS=off', async () => {
    await using plain = await testApp({ PASSWORDS: 'off' })
    expect((await plain.visitor().post('/auth/password', { sign_in_name: 'a', password: 'b' })).status).toBe(404)
    expect((await plain.visitor().page('/login')).text).not.toContain('/login/password')
  })
})

describe('setting a password', () => {
  test('ends every other session and keeps the browser signed in', async () => {
    const other = sessionOf(await signIn('noa', PASSWORD))
    const form = { sign_in_name: 'noa', password: 'tortoise and hare' }
    const answer = await noa.form('/settings/sign-in/password', form)
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: settingsHref('sign-in', { done: 'passwordSet' }) },
    })
    expect((await stranger(app, { cookie: other }).get('/dashboard')).status).toBe(401)
    expect((await noa.get('/dashboard')).status).toBe(401)
    noa = stranger(app, { cookie: sessionOf(answer) })
    expect((await noa.get('/dashboard')).status).toBe(200)
    expect(await signIn('noa', PASSWORD)).toMatchObject(wrong)
    expect((await signIn('noa', 'tortoise and hare')).status).toBe(200)
  })

  test('refuses weak passwords and bad names with a reason, and changes nothing', async () => {
    const set = (sign_in_name: string, password: string) =>
      noa.post('/settings/sign-in/password', { sign_in_name, password })
    expect(await set('noa', 'short')).toMatchObject({ status: 400, body: { code: 'weak_password', reason: 'short' } })
    expect(await set('noa', 'leavemealone')).toMatchObject({ body: { code: 'weak_password', reason: 'common' } })
    expect(await set('noa', 'noa is my name')).toMatchObject({ body: { code: 'weak_password', reason: 'name' } })
    expect(await set('n', 'tortoise and hare')).toMatchObject({ status: 400, body: { code: 'invalid_sign_in_name' } })
    const form = await noa.form('/settings/sign-in/password', { sign_in_name: 'noa', password: 'short' })
    expect(form.status).toBe(400)
    expect(form.text).toMatch(/<input[^>]* name="password"[^>]* aria-describedby="password-error password-hint"/)
    expect(form.text).toMatch(/<p[^>]* id="password-error" role="alert"/)
    const named = await noa.form('/settings/sign-in/password', { sign_in_name: 'n', password: 'tortoise and hare' })
    expect(named.text).toMatch(/<input[^>]* name="sign_in_name"[^>]* aria-describedby="sign-in-name-error [^"]*"/)
    expect(named.text).not.toContain('password-error')
    expect((await signIn('noa', 'tortoise and hare')).status).toBe(200)
  })

  test('lets somebody who came by the messenger sign in with a password, but not with a name that is taken', async () => {
    const dana = await app.user('Dana')
    const set = (sign_in_name: string) => dana.post('/settings/sign-in/password', { sign_in_name, password: PASSWORD })
    expect(await set('Noa')).toMatchObject({ status: 409, body: { code: 'sign_in_name_taken' } })
    expect((await set('dana')).status).toBe(303)
    const answer = await signIn('dana', PASSWORD)
    expect(answer.status).toBe(200)
    const { rows } = await app.pool.query('select method from sign_in_methods where user_id = $1 order by 1', [dana.id])
    expect(rows).toEqual([{ method: 'messenger' }, { method: 'password' }])
  })

  test('a changed sign-in name replaces the old one', async () => {
    const answer = await noa.post('/settings/sign-in/password', { sign_in_name: 'noa.k', password: PASSWORD })
    noa = stranger(app, { cookie: sessionOf(answer) })
    expect(await signIn('noa', PASSWORD)).toMatchObject(wrong)
    expect((await signIn('noa.k', PASSWORD)).status).toBe(200)
  })
})

describe('step-up', () => {
  const sensitive = [
    ['POST', '/api/tokens', { name: 'x', scopes: ['read'] }],
    ['GET', '/export'],
    ['POST', '/settings/account/delete', { confirm: 'on' }],
    ['GET', '/settings/sign-in/password'],
    ['POST', '/settings/sign-in/password', { sign_in_name: 'noa.k', password: PASSWORD }],
    ['POST', '/settings/sign-in/recovery-codes', {}],
    ['POST', '/admin/invitations', { role: 'user', days: '7' }],
  ] as const

  test('sensitive actions are refused ten minutes after sign-in, and a browser is sent to /confirm and back', async () => {
    app.advance(601)
    for (const [method, url, body] of sensitive) {
      const headers = { origin: ORIGIN, ...(body && { 'content-type': 'application/json' }) }
      const answer = await noa.raw({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) })
      expect(answer, url).toMatchObject({ status: 403, body: { code: 'confirmation_required', redirect: '/confirm' } })
    }
    expect(await noa.page('/export')).toMatchObject({ status: 302, headers: { location: '/confirm?next=%2Fexport' } })
    const form = await noa.raw({
      method: 'POST',
      url: '/settings/account/delete',
      headers: {
        origin: ORIGIN,
        accept: 'text/html',
        referer: `${ORIGIN}/settings?done=saved`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'confirm=on',
    })
    expect(form.headers['location']).toBe('/confirm?next=%2Fsettings%3Fdone%3Dsaved')
  })

  test('/confirm accepts the password of the person and of nobody else, and rotates the session', async () => {
    const dana = { sign_in_name: 'dana', password: PASSWORD }
    expect(await noa.post('/confirm/password', dana)).toMatchObject(wrong)
    expect((await noa.page('/confirm?next=/export')).text).toContain('value="noa.k"')
    const own = { sign_in_name: 'noa.k', password: PASSWORD }
    const answer = await noa.form('/confirm/password?next=/export', own)
    expect(answer).toMatchObject({ status: 303, headers: { location: '/export' } })
    const confirmed = stranger(app, { cookie: sessionOf(answer) })
    expect((await confirmed.get('/export')).status).toBe(200)
    expect((await noa.get('/dashboard')).status).toBe(401)
    noa = confirmed
  })

  test('tokens need no confirmation', async () => {
    const { secret } = await noa.createToken('cli', { scopes: ['read'] })
    app.advance(601)
    const bearer = { authorization: `Bearer ${secret}` }
    expect((await stranger(app).get('/api/export', bearer)).status).toBe(200)
  })
})
