import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId, newToken } from '#platform/random.ts'
import { ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { owner, PASSWORD, sessionOf, setUpPath, stranger } from '../../../test/sign-in.ts'
import { makeSetUpLink, makeSignInLink } from './public.ts'

const account = (name: string) => ({ first_name: name, sign_in_name: name, password: PASSWORD })

describe('set-up of a new installation', () => {
  test('the link shows a form and creates an admin once', async () => {
    await using app = await testApp()
    const path = await setUpPath(app)
    const page = await stranger(app).page(path)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    const answer = await stranger(app).form(path, account('נועה'))
    expect(answer).toMatchObject({ status: 303, headers: { location: '/dashboard' } })
    const noa = stranger(app, { cookie: sessionOf(answer) })
    expect((await noa.page('/admin')).status).toBe(200)
    expect(await stranger(app).post(path, account('mallory'))).toMatchObject({
      status: 404,
      body: { code: 'set_up_link_invalid' },
    })
    expect((await stranger(app).page(path)).status).toBe(404)
  })

  test('a form with a mistake does not use the link up', async () => {
    await using app = await testApp()
    const path = await setUpPath(app)
    const weak = await stranger(app).form(path, { ...account('noa'), password: 'short' })
    expect(weak.status).toBe(400)
    expect(weak.text).toContain('value="noa"')
    expect((await stranger(app).form(path, account('noa'))).status).toBe(303)
  })

  test('the link expires after an hour, and a second one is void once there is an admin', async () => {
    await using app = await testApp()
    const [first, second, third] = [await setUpPath(app), await setUpPath(app), await setUpPath(app)]
    expect((await stranger(app).form(second, account('noa'))).status).toBe(303)
    expect((await stranger(app).form(third, account('eve'))).status).toBe(404)
    expect(await makeSetUpLink({ db: app.db, now: app.clock.now, newToken }, ORIGIN)).toBeNull()
    await app.pool.query('delete from users')
    app.advance(3601)
    expect((await stranger(app).form(first, account('eve'))).status).toBe(404)
  })

  test('of two concurrent uses of one link, and of two links, exactly one creates an account', async () => {
    for (const links of [1, 2]) {
      await using app = await testApp()
      const path = await setUpPath(app)
      const other = links === 1 ? path : await setUpPath(app)
      // Both have hashed their passwords and wait for the lock on roles when it is released.
      const lock = { sql: 'select pg_advisory_xact_lock(7267019)', values: [] }
      const answers = await whileRowIsLocked(
        app.pool,
        lock,
        async () => ({
          waiting: Promise.all([stranger(app).post(path, account('noa')), stranger(app).post(other, account('eve'))]),
        }),
        2,
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
      const { rows } = await app.pool.query('select role from users')
      expect(rows).toEqual([{ role: 'admin' }])
    }
  })
})

describe('invitations', () => {
  let app: TestApp
  let noa: Awaited<ReturnType<typeof owner>>
  beforeAll(async () => {
    app = await testApp()
    noa = await owner(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function invite(fields: Record<string, string> = {}): Promise<string> {
    const answer = await noa.form('/admin/invitations', { role: 'user', days: '7', note: 'לדנה', ...fields })
    expect(answer.status).toBe(200)
    return /\/invite\/[\w-]{43}/.exec(answer.text)?.[0] ?? ''
  }
  const invalid = { status: 404, body: { code: 'invitation_invalid' } }

  test('the link is shown once and creates one account with the role of the invitation', async () => {
    const path = await invite({ role: 'premium' })
    expect((await noa.page('/admin/users')).text).toContain('לדנה')
    expect((await noa.page('/admin/users')).text).not.toContain(path)
    expect((await stranger(app).page(path)).status).toBe(200)
    const answer = await stranger(app).form(path, account('dana'))
    expect(answer.status).toBe(303)
    const { rows } = await app.pool.query(`select role from users where first_name = 'dana'`)
    expect(rows).toEqual([{ role: 'premium' }])
    expect(await stranger(app).post(path, account('eve'))).toMatchObject(invalid)
  })

  test('a revoked, an expired and an unknown invitation are refused alike', async () => {
    const [revoked, expired] = [await invite({ note: 'to revoke' }), await invite({ days: '1' })]
    const { rows } = await app.pool.query<{ id: string }>(`select id from invitations where note = 'to revoke'`)
    const id = rows[0]?.id.replaceAll('-', '') ?? ''
    expect((await noa.post(`/admin/invitations/${id}/revoke`)).status).toBe(303)
    expect((await noa.post(`/admin/invitations/${id}/revoke`)).status).toBe(404)
    expect(await stranger(app).post(revoked, account('eve'))).toMatchObject(invalid)
    app.advance(86_401)
    for (const path of [expired, `/invite/${newToken()}`, '/invite/x'])
      expect(await stranger(app).post(path, account('eve'))).toMatchObject(invalid)
    await app.pool.query('update sessions set created_at = $1, proved_at = $1', [app.clock.now])
  })

  test('of two concurrent uses exactly one creates an account', async () => {
    const path = await invite()
    const lock = { sql: 'select from invitations where used_at is null for update', values: [] }
    const answers = await whileRowIsLocked(
      app.pool,
      lock,
      async () => ({
        waiting: Promise.all([stranger(app).post(path, account('first')), stranger(app).post(path, account('second'))]),
      }),
      2,
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const { rows } = await app.pool.query(`select from users where first_name in ('first', 'second')`)
    expect(rows).toHaveLength(1)
  })

  test('a taken sign-in name is refused and leaves the invitation open', async () => {
    const path = await invite()
    expect(await stranger(app).post(path, account('noa'))).toMatchObject({
      status: 409,
      body: { code: 'sign_in_name_taken' },
    })
    expect((await stranger(app).post(path, account('gal'))).status).toBe(200)
  })

  test('only admins make and revoke them, and both are in the audit log', async () => {
    const dana = await app.user('Dana')
    expect((await dana.post('/admin/invitations', { role: 'admin', days: 7 })).status).toBe(403)
    expect((await noa.post('/admin/invitations', { role: 'root', days: 7 })).status).toBe(400)
    expect((await noa.post('/admin/invitations', { role: 'user', days: 365 })).status).toBe(400)
    const { text } = await noa.page('/admin/acts', { 'accept-language': 'en' })
    expect(text).toContain('Created an invitation')
    expect(text).toContain('Revoked an invitation')
  })
})

describe('REGISTRATION', () => {
  test('open lets anybody register; invitation and closed have no such page', async () => {
    await using open = await testApp({ REGISTRATION: 'open' })
    expect((await stranger(open).page('/login')).text).toContain('href="/register"')
    expect((await stranger(open).form('/register', account('dana'))).status).toBe(303)
    const { rows } = await open.pool.query('select role from users')
    expect(rows).toEqual([{ role: 'user' }])
    await using invitation = await testApp()
    expect((await stranger(invitation).page('/register')).status).toBe(404)
    expect((await stranger(invitation).page('/login')).text).not.toContain('/register')
  })

  test('closed refuses invitations and new messenger accounts, and lets known ones in', async () => {
    await using app = await testApp({ REGISTRATION: 'closed' })
    await owner(app)
    const { signWidget } = await import('../../../test/sign-widget.ts')
    const auth_date = Math.floor(app.clock.now.getTime() / 1000)
    const widget = (nonce: string) => signWidget('test-bot-token', { id: 7, first_name: 'Dana', auth_date, nonce })
    expect(await stranger(app).post('/auth/messenger', widget('a'))).toMatchObject({
      status: 403,
      body: { code: 'unknown_account' },
    })
    await app.pool.query(
      `insert into users (user_id, first_name, created_at, last_sign_in_at) values (7, 'Dana', now(), now())`,
    )
    await app.pool.query(
      `insert into identities (provider, provider_uid, user_id, created_at) values ('messenger', 7, 7, now())`,
    )
    // As release 0.1.0 creates it, without a row in sign_in_methods, which the first sign-in adds.
    for (const nonce of ['b', 'c'])
      expect((await stranger(app).post('/auth/messenger', widget(nonce))).status).toBe(200)
    const methods = await app.pool.query(`select subject from sign_in_methods where user_id = 7`)
    expect(methods.rows).toEqual([{ subject: '7' }])
  })
})

describe('sign-in links of the operator', () => {
  test('a link signs in once, on a button, and is in the audit log without an account', async () => {
    await using app = await testApp()
    const noa = await owner(app)
    const dana = await app.user('Dana')
    const parts = {
      db: app.db,
      now: app.clock.now,
      newToken,
      newId: <Kind extends string>() => newId<Kind>(app.clock.now),
    }
    const path = (await makeSignInLink(parts, dana.id, ORIGIN)).replace(ORIGIN, '')
    for (const _ of [1, 2]) expect((await stranger(app).page(path)).status).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => stranger(app).post(path)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    const cookie = answers.map(sessionOf).find((each) => each !== '') ?? ''
    expect((await stranger(app, { cookie }).page('/settings/account')).text).toContain('Dana')
    expect((await noa.page('/admin/acts', { 'accept-language': 'en' })).text).toContain('command line of the server')
    expect((await stranger(app).page(path)).status).toBe(404)
  })
})
