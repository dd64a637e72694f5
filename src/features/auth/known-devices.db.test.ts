import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, TestApp } from '../../../test/app.ts'
import { testApp } from '../../../test/app.ts'
import { client } from '../../../test/client.ts'
import { owner, PASSWORD, sessionOf } from '../../../test/sign-in.ts'
import { MAX_KNOWN_DEVICES } from './password.ts'
import { deleteExpiredLogins } from './service/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000000', REGISTRATION: 'open' })
  await owner(app)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.pool.query('delete from sign_in_attempts')
  await app.pool.query('delete from known_devices')
})

let lastAddress = 0
const from = (cookie = '') => {
  lastAddress += 1
  return client(app.app, cookie === '' ? {} : { cookie }, `127.40.${lastAddress >> 8}.${lastAddress & 255}`)
}
/** From a new address each time. */
const signIn = (cookie: string, password = PASSWORD, name = 'noa') =>
  from(cookie).post('/auth/password', { sign_in_name: name, password })
const guess = (cookie = '', name = 'noa') => signIn(cookie, 'a wrong password', name)

function setCookies({ headers }: Pick<Answer, 'headers'>): string[] {
  return [headers['set-cookie']].flat().map(String)
}
function deviceOf(answer: Pick<Answer, 'headers'>): string {
  return (
    setCookies(answer)
      .find((cookie) => cookie.startsWith('__Host-device_'))
      ?.split(';')[0] ?? ''
  )
}
/** A browser that has signed in before, and signed out. */
async function knownBrowser(): Promise<string> {
  const answer = await signIn('')
  expect(answer.status).toBe(200)
  await from(sessionOf(answer)).post('/logout')
  return deviceOf(answer)
}
async function attack(guesses = 50): Promise<void> {
  for (let i = 0; i < guesses; i++) await guess()
  expect((await signIn('')).status, 'a stranger with the right password waits').toBe(429)
}

describe('a known device', () => {
  test('signs in at once while a stranger guesses 50 times, and the stranger gets no new guesses by that', async () => {
    const cookie = await knownBrowser()
    await attack()
    expect((await signIn(cookie)).status).toBe(200)
    expect((await guess()).status).toBe(429)
  })

  test('has a cookie that script cannot read, that outlives the sign-out and that the next sign-in replaces', async () => {
    const answer = await signIn('')
    const [cookie] = setCookies(answer).filter((each) => each.startsWith('__Host-device_'))
    expect(cookie).toMatch(/^__Host-device_[0-9a-f]{16}=[\w-]{43}; .*HttpOnly.*Secure.*SameSite=Lax/i)
    const next = deviceOf(await signIn(deviceOf(answer)))
    expect(next).not.toBe(deviceOf(answer))
    await attack()
    expect((await signIn(deviceOf(answer))).status, 'the replaced one').toBe(429)
    expect((await signIn(next)).status).toBe(200)
  })

  test('has five free guesses of its own and then waits like everybody', async () => {
    const cookie = await knownBrowser()
    await attack()
    const answers: number[] = []
    for (let i = 0; i < 30; i++) answers.push((await guess(cookie)).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(6)
    expect((await signIn(cookie)).status).toBe(429)
    app.advance(301)
    expect((await signIn(cookie)).status).toBe(200)
  })

  test('counts concurrent guesses before it checks them', async () => {
    const cookie = await knownBrowser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(cookie)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6)
  })

  test('gets no lane by a forged cookie', async () => {
    const name = (await knownBrowser()).split('=')[0] ?? ''
    await attack()
    for (const value of ['', 'x', 'A'.repeat(43), '%00', 'x'.repeat(4_000)])
      expect((await signIn(`${name}=${value}`)).status, value.slice(0, 50)).toBe(429)
  })

  test('gets no lane by the cookie of another account', async () => {
    await from().form('/register', { first_name: 'Eve', sign_in_name: 'eve', password: 'quite another secret' })
    const eve = deviceOf(await signIn('', 'quite another secret', 'eve'))
    expect(eve).not.toBe('')
    const noa = (await knownBrowser()).split('=')[0] ?? ''
    await attack()
    expect((await signIn(`${noa}=${eve.split('=')[1] ?? ''}`)).status).toBe(429)
  })

  test.each(['a new password', 'ending all other sessions'])('is forgotten after %s', async (what) => {
    const cookie = await knownBrowser()
    const session = sessionOf(await signIn(''))
    const own = from(session)
    if (what === 'a new password') {
      const answer = await own.form('/settings/sign-in/password', { sign_in_name: 'noa', password: PASSWORD })
      expect([answer.status, deviceOf(answer)]).toEqual([303, expect.stringContaining('__Host-device_')])
    } else expect((await own.form('/settings/sessions/revoke-others', {})).status).toBe(303)
    await attack()
    expect((await signIn(cookie)).status).toBe(429)
  })

  test(`is one of at most ${MAX_KNOWN_DEVICES}, and is deleted after a year`, async () => {
    for (let i = 0; i < MAX_KNOWN_DEVICES + 3; i++) {
      app.advance(1)
      await knownBrowser()
    }
    const count = async () => (await app.pool.query('select from known_devices')).rowCount
    expect(await count()).toBe(MAX_KNOWN_DEVICES)
    app.advance(366 * 86_400)
    await deleteExpiredLogins(app.db, app.clock.now)
    expect(await count()).toBe(0)
  })
})
