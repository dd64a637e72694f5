import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOT_TOKEN, type TestApp, testApp } from '../../../test/app.ts'
import { owner, PASSWORD, sessionOf, stranger } from '../../../test/sign-in.ts'
import { signWidget } from '../../../test/sign-widget.ts'
import { ConfirmReply } from './schema.ts'

describe('GET /confirm/ways', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('says what the person can confirm with, and whether they must', async () => {
    const noa = await owner(app)
    const ways = { passkey: false, password: 'noa', providers: [], messenger: false, demo: null }
    expect((await noa.get('/confirm/ways')).body).toEqual({ ok: true, confirmed: true, ...ways })
    app.advance(601)
    expect((await noa.get('/confirm/ways')).body).toEqual({ ok: true, confirmed: false, ...ways })
    const answer = await noa.post('/confirm/password', { sign_in_name: 'noa', password: PASSWORD })
    const again = stranger(app, { cookie: sessionOf(answer) })
    expect((await again.get('/confirm/ways')).body).toMatchObject({ confirmed: true })
  })

  test('offers the messenger to those who have it', async () => {
    const dana = await app.user('Dana')
    expect((await dana.get('/confirm/ways')).body).toMatchObject({ password: null, messenger: true })
  })

  test('a wrong password is refused beside its field, and the way back does not ask again', async () => {
    const gal = await app.user('Gal')
    const set = await gal.post('/settings/sign-in/password', { sign_in_name: 'gal', password: PASSWORD })
    const form = stranger(app, { cookie: sessionOf(set) })
    const answer = await form.form('/confirm/password?next=/export', { sign_in_name: 'gal', password: 'wrong' })
    expect(answer.status).toBe(401)
    expect(answer.text).toMatch(/<input[^>]* name="password"[^>]* aria-describedby="password-error"/)
    expect(answer.text).toMatch(/<a class="button button-quiet" href="\/settings">/)
    expect((await form.page('/confirm?next=/admin/users')).text).toContain('href="/admin/users"')
  })
})

test('an account that cannot confirm is told what it cannot do, and how to go on', async () => {
  // Without the name of the bot there is no button that could confirm.
  await using app = await testApp({ MESSENGER_BOT_NAME: '' })
  const dana = await app.user('Dana')
  const { text } = await dana.page('/confirm?next=/settings/tokens')
  expect(text).toContain('no other way to confirm on this server')
  expect(text).toMatch(/<section class="login-card.*<form method="post" action="\/logout">.*<\/section>/s)
  expect(text).toContain('href="/settings/tokens"')
})

test('in development a demo account confirms with one press', async () => {
  await using app = await testApp({ NODE_ENV: 'development', MESSENGER_BOT_NAME: '' })
  const signIn = async (id: number) => {
    const data = signWidget(BOT_TOKEN, {
      id,
      first_name: 'Dana',
      auth_date: Math.floor(app.clock.now.getTime() / 1000),
    })
    const answer = await stranger(app).post('/auth/messenger', data)
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
    return stranger(app, { cookie })
  }
  const dana = await signIn(1001)
  app.advance(601)
  const { demo } = ConfirmReply.parse((await dana.get('/confirm/ways')).body)
  expect(demo?.name).toBe('Dana')
  expect((await dana.page('/confirm')).text).toContain('Confirm as')
  const answer = await dana.post('/auth/messenger', demo?.fields)
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  expect((await stranger(app, { cookie }).get('/confirm/ways')).body).toMatchObject({ confirmed: true })
  expect((await (await signIn(7777)).get('/confirm/ways')).body).toMatchObject({ demo: null })
})
