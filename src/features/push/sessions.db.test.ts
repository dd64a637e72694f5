import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authJobs } from '#features/auth/jobs.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { type PushService, startPushService } from '../../../test/push-service.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { PASSWORD, sessionOf, stranger } from '../../../test/sign-in.ts'
import { PUSH_ENVIRONMENT } from '../../../test/vapid.ts'

let app: TestApp
let service: PushService
let dana: TestUser
type Browser = Pick<TestUser, 'get' | 'post'>
let laptop: Browser
let phone: Browser
const PHONE = '/api/push/subscriptions'

beforeAll(async () => {
  app = await testApp({ ...PUSH_ENVIRONMENT, RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => app[Symbol.asyncDispose]())
let people = 0
beforeEach(async () => {
  service = await startPushService()
  people += 1
  dana = await app.user('Dana')
  const name = `dana${people}`
  const answer = await dana.post('/settings/sign-in/password', { sign_in_name: name, password: PASSWORD })
  laptop = stranger(app, { cookie: sessionOf(answer) })
  phone = stranger(app, { cookie: sessionOf(await signIn(name)) })
  await subscribe(laptop, 'laptop')
  await subscribe(phone, 'phone')
  expect(await devices()).toBe(2)
})
afterEach(() => service[Symbol.asyncDispose]())

const signIn = (name: string) => stranger(app).post('/auth/password', { sign_in_name: name, password: PASSWORD })
const subscribe = (browser: Browser, name: string) => browser.post('/api/push/subscribe', service.browser(name))
async function devices(): Promise<number> {
  const { rows } = await app.pool.query('select from push_subscriptions where user_id = $1', [dana.id])
  return rows.length
}
const sessionIds = async () =>
  (await app.db.selectFrom('sessions').select(['id', 'created_at']).where('user_id', '=', dana.id).execute()).map(
    ({ id }) => id,
  )

describe('notifications of a browser end with its session', () => {
  test('when the person signs out there, also without script', async () => {
    await phone.post('/logout')
    expect(replyOf(await laptop.get(PHONE)).count).toBe(1)
  })

  test('when the person ends that session, or all others, from another browser', async () => {
    await laptop.post('/settings/sessions/revoke-others')
    expect(await devices()).toBe(1)
    const [last] = await sessionIds()
    await laptop.post(`/settings/sessions/${last}/revoke`)
    expect(await devices()).toBe(0)
  })

  test('when an admin ends all sessions of the person', async () => {
    const noa = await app.user('Noa', 'admin')
    await noa.post(`/admin/users/${dana.id}/sessions/end`, { back: '/admin/users' })
    expect(await devices()).toBe(0)
  })

  test('when the session expires', async () => {
    await app.pool.query(
      `update sessions set expires_at = $1 where user_id = $2 and id = (select min(id::text)::uuid from sessions where user_id = $2)`,
      [app.clock.now, dana.id],
    )
    app.advance(1)
    for (const job of authJobs) await runOnce(app, job.run)
    expect(await devices()).toBe(1)
  })

  test('when the password changes, except in the browser that changed it', async () => {
    const form = { sign_in_name: `dana${people}x`, password: `${PASSWORD} again` }
    const answer = await laptop.post('/settings/sign-in/password', form)
    expect(await devices()).toBe(1)
    await stranger(app, { cookie: sessionOf(answer) }).post('/logout')
    expect(await devices()).toBe(0)
  })
})

describe('notifications of a browser', () => {
  test('stay when the same person signs in again or confirms there, and end with the new session', async () => {
    const attempt = { sign_in_name: `dana${people}`, password: PASSWORD }
    const again = stranger(app, { cookie: sessionOf(await phone.post('/confirm/password', attempt)) })
    expect(await devices()).toBe(2)
    await again.post('/logout')
    expect(await devices()).toBe(1)
  })

  test('end when another person signs in there, before that person has subscribed', async () => {
    const attempt = { sign_in_name: `gal${people}`, password: PASSWORD }
    await (await app.user('Gal')).post('/settings/sign-in/password', attempt)
    expect((await phone.post('/auth/password', attempt)).status).toBe(200)
    expect(await devices()).toBe(1)
  })

  test('are refused when the session ends while the browser subscribes', async () => {
    const cookie = sessionOf(await signIn(`dana${people}`))
    const tablet = stranger(app, { cookie })
    const own = 'from sessions where user_id = $1 and token_hash = sha256($2::bytea)'
    const values = [dana.id, cookie.split('=')[1]]
    const lock = { sql: `select ${own} for update`, values }
    const answer = await whileRowIsLocked(app.pool, lock, async (rival) => {
      const waiting = subscribe(tablet, 'tablet')
      await rival.query(`delete ${own}`, values)
      return { waiting }
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
    expect(await devices()).toBe(2)
  })

  test('are never left when 20 subscriptions and sign-outs happen at once', async () => {
    const rounds = Array.from({ length: 20 }, async (_, n) => {
      const browser = stranger(app, { cookie: sessionOf(await signIn(`dana${people}`)) })
      const [subscribed, signedOut] = await Promise.all([subscribe(browser, `tab${n}`), browser.post('/logout')])
      return [subscribed.status, signedOut.status]
    })
    for (const [subscribed, signedOut] of await Promise.all(rounds)) {
      expect([200, 401]).toContain(subscribed)
      expect([303, 401]).toContain(signedOut)
    }
    expect(await devices()).toBe(2)
  })
})
