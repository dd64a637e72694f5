import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { UserId } from '#base/ids.ts'
import { newId, newToken } from '#platform/random.ts'
import { ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { owner, PASSWORD, sessionOf, setUpPath, stranger } from '../../../test/sign-in.ts'
import { newSoftwareAuthenticator } from '../../../test/software-authenticator.ts'
import { makeSignInLink } from './public.ts'

const Options = z.object({
  options: z.looseObject({
    challenge: z.string(),
    rp: z.looseObject({ id: z.string() }),
    user: z.looseObject({ id: z.string() }),
  }),
})

async function signInPath(app: TestApp, userId: UserId): Promise<string> {
  const { now } = app.clock
  const parts = { db: app.db, now, newToken, newId: <Kind extends string>() => newId<Kind>(now) }
  return (await makeSignInLink(parts, userId, ORIGIN)).replace(ORIGIN, '')
}

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a set-up link', () => {
  test('creates one owner when a password, a passkey and another link are sent at once', async () => {
    await using app = await testApp()
    const [path, other] = [await setUpPath(app), await setUpPath(app)]
    const joins = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const passkeyPath = `${n % 2 === 0 ? path : other}/passkey`
        const answer = await stranger(app).post(`${passkeyPath}/options`, { first_name: `Key${n}` })
        const { options } = Options.parse(JSON.parse(answer.text))
        const response = newSoftwareAuthenticator({ origin: ORIGIN }).create(options)
        return () => stranger(app).post(passkeyPath, response)
      }),
    )
    const byPassword = ['noa', 'eve', 'gal', 'uri'].map((name, n) => {
      const form = { first_name: name, sign_in_name: name, password: PASSWORD }
      return () => stranger(app).post(n % 2 === 0 ? path : other, form)
    })
    const answers = await Promise.all([...byPassword, ...joins].map((send) => send()))
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 404)])
    const { rows } = await app.pool.query(`select role from users`)
    expect(rows).toEqual([{ role: 'admin' }])
  })
})

describe('a sign-in link of the operator', () => {
  test('opens one session, proved by the link, when ten browsers use it at once', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const path = await signInPath(app, dana.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => stranger(app).post(path)))
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    const { rows } = await app.pool.query(`select from sessions where user_id = $1 and proved_by = 'link'`, [dana.id])
    expect(rows).toHaveLength(1)
    const cookie = answers.map(sessionOf).find((each) => each !== '') ?? ''
    expect((await stranger(app, { cookie }).post('/settings/sign-in/recovery-codes')).status).toBe(200)
  })

  test('is worth nothing after it was used while an admin ended every session of the person', async () => {
    await using app = await testApp()
    const noa = await owner(app)
    const dana = await app.user('Dana')
    const path = await signInPath(app, dana.id)
    const lock = { sql: 'select from users where user_id = $1 for update', values: [dana.id] }
    // The sign-in waits for the user in its transaction, in which the link is used up already.
    const answer = await whileRowIsLocked(app.pool, lock, async () => {
      const waiting = stranger(app).post(path)
      return { waiting }
    })
    expect(answer.status).toBe(200)
    const end = noa.form(`/admin/users/${dana.id}/sessions/end`, { back: '/admin/users' })
    const [again, ended] = await Promise.all([stranger(app).post(path), end])
    expect([again.status, ended.status]).toEqual([404, 303])
    expect((await stranger(app, { cookie: sessionOf(answer) }).get('/api/stats')).status).toBe(401)
  })

  test('ends at its hour, and of two links each opens a session of its own', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const [first, second, late] = [
      await signInPath(app, dana.id),
      await signInPath(app, dana.id),
      await signInPath(app, dana.id),
    ]
    const answers = await Promise.all([first, second].map((path) => stranger(app).post(path)))
    expect(new Set(answers.map(sessionOf)).size).toBe(2)
    app.advance(3600)
    expect((await stranger(app).post(late)).status).toBe(404)
  })

  test('replaces the session of the browser, also of another person', async () => {
    await using app = await testApp()
    const [dana, gal] = [await app.user('Dana'), await app.user('Gal')]
    const answer = await gal.post(await signInPath(app, dana.id))
    expect((await gal.get('/api/stats')).status).toBe(401)
    expect((await stranger(app, { cookie: sessionOf(answer) }).page('/settings/account')).text).toContain('Dana')
  })
})
