import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const make = async (scopes: string[], more: object = {}) => {
  const answer = await dana.post('/api/tokens', { name: 'laptop', scopes, ...more })
  expect(answer.status, answer.text).toBe(201)
  return { secret: String(answer.body['token']), details: answer.body['details'] as { id: string } }
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

describe('personal access tokens', () => {
  test('have the prefix csk_, are shown once and stored hashed', async () => {
    const { secret } = await make(['read'])
    expect(secret).toMatch(/^csk_[\w-]{43}$/)
    expect((await dana.get('/api/tokens')).text).not.toContain(secret)
    const { rows } = await app.pool.query('select from access_tokens where token_hash = sha256($1)', [
      Buffer.from(secret),
    ])
    expect(rows).toHaveLength(1)
    expect(app.lines.join('')).not.toContain(secret)
  })

  test('scopes: read reads, write writes, nothing more; no cookie, no Origin needed', async () => {
    const [reader, writer] = [await make(['read']), await make(['write'])]
    const body = { file_name: 't.txt', content: 'x' }
    const visitor = app.visitor()
    expect((await visitor.get('/api/files', bearer(reader.secret))).status).toBe(200)
    expect(await visitor.get('/api/files', bearer(writer.secret))).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', scope: 'read' },
    })
    expect(await visitor.post('/api/files', body, bearer(reader.secret))).toMatchObject({
      status: 403,
      body: { scope: 'write' },
    })
    expect(
      (await visitor.post('/api/files', body, { ...bearer(writer.secret), origin: 'https://elsewhere.example' }))
        .status,
    ).toBe(201)
  })

  test('cannot make tokens, see pages or end sessions', async () => {
    const { secret } = await make(['read', 'write', 'run'])
    for (const url of ['/api/tokens', '/settings', '/dashboard']) {
      expect(await app.visitor().get(url, bearer(secret)), url).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      })
    }
    expect((await app.visitor().post('/api/tokens', { name: 'x', scopes: ['read'] }, bearer(secret))).status).toBe(403)
  })

  test('expire, are revocable, and another person’s is 404', async () => {
    const omer = await app.user('Omer')
    const { secret, details } = await make(['read'], { expires_in_days: 7 })
    expect((await omer.delete(`/api/tokens/${details.id}`)).status).toBe(404)
    app.advance(6 * 86_400)
    expect((await app.visitor().get('/api/files', bearer(secret))).status).toBe(200)
    app.advance(86_401)
    expect((await app.visitor().get('/api/files', bearer(secret))).status).toBe(401)
    const other = await make(['read'])
    expect((await dana.delete(`/api/tokens/${other.details.id}`)).body).toEqual({ ok: true })
    expect((await app.visitor().get('/api/files', bearer(other.secret))).status).toBe(401)
  })

  test('remember when they were last used', async () => {
    const { secret, details } = await make(['read'])
    await app.visitor().get('/api/files', bearer(secret))
    const { tokens } = (await dana.get('/api/tokens')).body as { tokens: { id: string; last_used_at: string | null }[] }
    expect(tokens.find(({ id }) => id === details.id)?.last_used_at).toMatch(/\+00:00$/)
  })

  test('a bad token is not helped out by a good cookie', async () => {
    expect((await dana.get('/api/files', bearer('csk_wrong'))).status).toBe(401)
  })

  test('the form of /settings shows the token once, on the page that answers it', async () => {
    const answer = await dana.raw({
      method: 'POST',
      url: '/settings/tokens',
      headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: 'name=%D7%9E%D7%97%D7%A9%D7%91&scopes=read&scopes=write&days=30',
    })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/csk_[\w-]{43}/)
    expect((await dana.page('/settings')).text).toContain('מחשב')
  })

  test('at most 50', async () => {
    await using own = await testApp()
    const noa = await own.user('Noa')
    for (let i = 0; i < 50; i++) await noa.post('/api/tokens', { name: `${i}`, scopes: ['read'] })
    expect(await noa.post('/api/tokens', { name: '51', scopes: ['read'] })).toMatchObject({
      status: 409,
      body: { code: 'too_many_tokens', max: 50 },
    })
  })

  test('the last free place goes to one of many who ask in the same moment', async () => {
    const user = await app.user('Collector')
    await app.pool.query(
      `insert into access_tokens (token_hash, id, user_id, name, scopes, created_at)
       select sha256(('collector ' || n)::bytea), gen_random_uuid(), $1, 't', '{read}', now() from generate_series(1, 49) n`,
      [user.id],
    )
    const answers = await whileRowIsLocked(
      app.pool,
      { sql: 'select from users where user_id = $1 for update', values: [user.id] },
      async () => ({
        waiting: Promise.all(['x', 'y', 'z'].map((name) => user.post('/api/tokens', { name, scopes: ['read'] }))),
      }),
      3,
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })
})
