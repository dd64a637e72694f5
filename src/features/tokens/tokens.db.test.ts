import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { raceForLastSlot } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const make = (scopes: string[], more: object = {}) => dana.createToken('laptop', { scopes, ...more })
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

  test('allow only what their scopes name, without cookie and Origin header', async () => {
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

  test('cannot create tokens, read pages or end sessions', async () => {
    const { secret } = await make(['read', 'write', 'run'])
    for (const url of ['/api/tokens', '/settings', '/dashboard']) {
      expect(await app.visitor().get(url, bearer(secret)), url).toMatchObject({
        status: 403,
        body: { code: 'session_required' },
      })
    }
    expect((await app.visitor().post('/api/tokens', { name: 'x', scopes: ['read'] }, bearer(secret))).status).toBe(403)
  })

  test('expire and can be revoked, and another user’s token is 404', async () => {
    const omer = await app.user('Omer')
    const { secret, id } = await make(['read'], { expires_in_days: 7 })
    expect((await omer.delete(`/api/tokens/${id}`)).status).toBe(404)
    app.advance(6 * 86_400)
    expect((await app.visitor().get('/api/files', bearer(secret))).status).toBe(200)
    app.advance(86_401)
    expect((await app.visitor().get('/api/files', bearer(secret))).status).toBe(401)
    await app.confirm(dana)
    const other = await make(['read'])
    expect((await dana.delete(`/api/tokens/${other.id}`)).body).toEqual({ ok: true })
    expect((await app.visitor().get('/api/files', bearer(other.secret))).status).toBe(401)
  })

  test('record when they were last used', async () => {
    const { secret, id } = await make(['read'])
    await app.visitor().get('/api/files', bearer(secret))
    const { tokens } = replyOf(await dana.get('/api/tokens'))
    expect(tokens.find((token) => token.id === id)?.last_used_at).toMatch(/\+00:00$/)
  })

  test('a bad token is refused even with a valid cookie', async () => {
    expect((await dana.get('/api/files', bearer('csk_wrong'))).status).toBe(401)
  })

  test('the form on /settings shows the token once, in its reply', async () => {
    const answer = await dana.form('/settings/tokens', [
      ['name', 'מחשב'],
      ['scopes', 'read'],
      ['scopes', 'write'],
      ['days', '30'],
    ])
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/csk_[\w-]{43}/)
    expect((await dana.page('/settings/tokens')).text).toContain('מחשב')
  })

  test('a user can have at most 50', async () => {
    await using own = await testApp()
    const noa = await own.user('Noa')
    for (let i = 0; i < 50; i++) await noa.post('/api/tokens', { name: `${i}`, scopes: ['read'] })
    expect(await noa.post('/api/tokens', { name: '51', scopes: ['read'] })).toMatchObject({
      status: 409,
      body: { code: 'too_many_tokens', max: 50 },
    })
  })

  test('create rejects the 51st token under concurrent requests', async () => {
    const user = await app.user('Collector')
    await app.pool.query(
      `insert into access_tokens (token_hash, id, user_id, name, scopes, created_at)
       select sha256(('collector ' || n)::bytea), gen_random_uuid(), $1, 't', '{read}', now() from generate_series(1, 49) n`,
      [user.id],
    )
    const create = (name: string) => () => user.post('/api/tokens', { name, scopes: ['read'] })
    expect(await raceForLastSlot(app.pool, 'access_tokens', [create('x'), create('y')])).toMatchObject([
      { status: 201 },
      { status: 409, body: { code: 'too_many_tokens', max: 50 } },
    ])
  })
})
