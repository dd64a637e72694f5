import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOT_TOKEN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { owner, PASSWORD, sessionOf, stranger } from '../../../test/sign-in.ts'
import { signWidget } from '../../../test/sign-widget.ts'
import { findUserForLink } from './service/recovery.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function methodIds(user: TestUser): Promise<Record<string, string>> {
  const { rows } = await app.pool.query<{ method: string; id: string }>(
    'select method, id from sign_in_methods where user_id = $1',
    [user.id],
  )
  return Object.fromEntries(rows.map(({ method, id }) => [method, id.replaceAll('-', '')]))
}

/** Somebody with the messenger and a password. */
async function person(name: string) {
  const user = await app.user(name)
  const answer = await user.post('/settings/sign-in/password', { sign_in_name: name, password: PASSWORD })
  expect(answer.status).toBe(303)
  return { ...user, ...stranger(app, { cookie: sessionOf(answer) }) }
}

const widget = (id: number) =>
  signWidget(BOT_TOKEN, {
    id,
    first_name: 'X',
    auth_date: Math.floor(app.clock.now.getTime() / 1000),
    n: Math.random(),
  })

describe('sign-in methods on /settings', () => {
  test('are listed, renamed and removed; another person’s are 404', async () => {
    const dana = await person('dana')
    const omer = await person('omer')
    const ids = await methodIds(dana)
    expect((await omer.post(`/settings/sign-in/${ids['password']}/remove`)).status).toBe(404)
    expect((await omer.post(`/settings/sign-in/${ids['password']}/rename`, { name: 'x' })).status).toBe(404)
    expect((await dana.post(`/settings/sign-in/${ids['password']}/rename`, { name: 'בבית <b>' })).status).toBe(303)
    const { text } = await dana.page('/settings/account')
    expect(text).toContain('בבית &lt;b>')
    expect((await dana.post(`/settings/sign-in/${ids['password']}/remove`)).status).toBe(303)
    expect((await stranger(app).post('/auth/password', { sign_in_name: 'dana', password: PASSWORD })).status).toBe(401)
    const { rows } = await app.pool.query('select from passwords where user_id = $1', [dana.id])
    expect(rows).toEqual([])
  })

  test('the last way in that this server offers cannot be removed', async () => {
    const gal = await app.user('Gal')
    const ids = await methodIds(gal)
    const last = { status: 409, body: { code: 'last_sign_in_method' } }
    expect(await gal.post(`/settings/sign-in/${ids['messenger']}/remove`)).toMatchObject(last)
    await using off = await testApp({ MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_NAME: '' })
    const tal = await owner(off, 'Tal')
    await off.pool.query(
      `insert into sign_in_methods (user_id, id, method, issuer, subject, name, created_at)
       select user_id, gen_random_uuid(), 'messenger', '', '7', '', now() from users`,
    )
    // The messenger is off there, so the password is the last way in although there are two.
    const { rows } = await off.pool.query<{ id: string }>(`select id from sign_in_methods where method = 'password'`)
    expect(await tal.post(`/settings/sign-in/${rows[0]?.id.replaceAll('-', '')}/remove`)).toMatchObject(last)
  })

  test('two concurrent removals leave one way in', async () => {
    const rina = await person('rina')
    const ids = await methodIds(rina)
    const lock = { sql: 'select from users where user_id = $1 for update', values: [rina.id] }
    const answers = await whileRowIsLocked(
      app.pool,
      lock,
      async () => ({
        waiting: Promise.all(Object.values(ids).map((id) => rina.post(`/settings/sign-in/${id}/remove`))),
      }),
      2,
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
    expect(Object.keys(await methodIds(rina))).toHaveLength(1)
  })

  test('a messenger account is added to a signed-in person, unless it belongs to somebody else', async () => {
    const shir = await person('shir')
    await shir.post(`/settings/sign-in/${(await methodIds(shir))['messenger']}/remove`)
    expect((await shir.page('/settings/sign-in/messenger')).status).toBe(200)
    const data = widget(881)
    expect((await shir.post('/settings/sign-in/messenger', data)).status).toBe(200)
    // Each signed claim is accepted once.
    expect((await shir.post('/settings/sign-in/messenger', data)).status).toBe(401)
    const again = await stranger(app).post('/auth/messenger', widget(881))
    const { rows } = await app.pool.query('select from session_keys where user_id = $1', [shir.id])
    expect(again.status).toBe(200)
    expect(rows.length).toBeGreaterThan(1)
    const uri = await person('uri')
    expect(await uri.post('/settings/sign-in/messenger', widget(881))).toMatchObject({
      status: 409,
      body: { code: 'identity_taken' },
    })
  })

  test('a sign-in with the messenger fails when it is removed from the account at the same moment', async () => {
    const rani = await person('rani')
    const { rows } = await app.pool.query<{ subject: string }>(
      "select subject from sign_in_methods where user_id = $1 and method = 'messenger'",
      [rani.id],
    )
    const messengerId = Number(rows[0]?.subject)
    const removal = {
      sql: "delete from sign_in_methods where user_id = $1 and method = 'messenger'",
      values: [rani.id],
    }
    const answer = await whileRowIsLocked(app.pool, removal, async (rival) => {
      await rival.query('delete from identities where provider_uid = $1', [messengerId])
      return { waiting: stranger(app).post('/auth/messenger', widget(messengerId)) }
    })
    expect(answer.status).toBe(401)
    expect(await methodIds(rani)).toEqual({ password: expect.any(String) as string })
  })

  test('deleting the account deletes every way in', async () => {
    const { eraseDueAccounts } = await import('../settings/service/account.ts')
    const lia = await person('lia')
    await lia.post('/settings/sign-in/recovery-codes')
    await lia.form('/settings/account/delete', { confirm: 'on' })
    app.advance(15 * 86_400)
    for (const _ of [1, 2, 3]) await eraseDueAccounts(app.db, app.clock.now)
    for (const table of [
      'sign_in_keys',
      'sign_in_methods',
      'passwords',
      'recovery_codes',
      'one_time_secrets',
      'known_devices',
    ]) {
      const { rows } = await app.pool.query(`select from ${table} where user_id = $1`, [lia.id])
      expect(rows, table).toEqual([])
    }
  })
})

describe('recovery codes', () => {
  const codesIn = (text: string) => text.match(/([2-9A-Z]{5}-){3}[2-9A-Z]{5}/g) ?? []
  const use = (code: string) => stranger(app).post('/auth/recovery', { code })

  test('ten are shown once, each signs in once, and new ones replace the old', async () => {
    const dan = await person('dan')
    const page = await dan.form('/settings/sign-in/recovery-codes')
    const codes = codesIn(page.text)
    expect(new Set(codes).size).toBe(10)
    expect(page.headers['cache-control']).toBe('no-store')
    const answer = await use(codes[0]?.toLowerCase() ?? '')
    expect(answer.status).toBe(200)
    expect((await stranger(app, { cookie: sessionOf(answer) }).page('/settings/account')).text).toContain('dan')
    const refused = { status: 401, body: { code: 'wrong_recovery_code' } }
    expect(await use(codes[0] ?? '')).toMatchObject(refused)
    expect(await use('nonsense')).toMatchObject(refused)
    await dan.form('/settings/sign-in/recovery-codes')
    expect(await use(codes[1] ?? '')).toMatchObject(refused)
  })

  test('of several concurrent uses of one code exactly one signs in', async () => {
    const ron = await person('ron')
    const [code = ''] = codesIn((await ron.form('/settings/sign-in/recovery-codes')).text)
    const answers = await Promise.all([1, 2, 3, 4].map(() => use(code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  })

  test('a form without script lands on the sign-in methods, and a wrong code shows the form again', async () => {
    const mor = await person('mor')
    const [code = ''] = codesIn((await mor.form('/settings/sign-in/recovery-codes')).text)
    const wrong = await stranger(app).form('/auth/recovery', { code: 'AAAAA' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('role="alert"')
    const right = await stranger(app).form('/auth/recovery', { code })
    expect(right).toMatchObject({ status: 303, headers: { location: settingsHref('sign-in', { done: 'recovered' }) } })
  })
})

test('the user for a sign-in link is found by number and by user name', async () => {
  const lost = await person('lost')
  expect(await findUserForLink(app.db, lost.id)).toBe(lost.id)
  expect(await findUserForLink(app.db, 'lost')).toBe(lost.id)
  expect(await findUserForLink(app.db, '999999999')).toBe(null)
})
