import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { prefersHtml } from './accept.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('refusals', () => {
  test('have one JSON shape, in the language of the user', async () => {
    const answer = await app.visitor().get('/nowhere', { 'accept-language': 'he' })
    expect(answer).toMatchObject({
      status: 404,
      body: { ok: false, error: 'not_found', code: 'not_found', message: 'אין דף בכתובת הזאת.' },
    })
    expect(answer.body['request_id']).toBe(answer.headers['x-request-id'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('are a page with the request id for a browser', async () => {
    const answer = await app.visitor().page('/nowhere')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain(String(answer.headers['x-request-id']))
  })

  test('an unexpected error is 500 internal_error with an event, and its message is only logged', async () => {
    await using own = await testApp()
    const dana = await own.user('Dana')
    await own.pool.query('drop table sessions cascade')
    const answer = await dana.get('/dashboard')
    expect(answer).toMatchObject({ status: 500, body: { error: 'internal_error' } })
    expect(answer.text).not.toContain('sessions')
    expect(own.lines.some((line) => line.includes('"event":"request_failed"'))).toBe(true)
  })

  test('are JSON or a page depending on Accept', () => {
    expect(prefersHtml('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe(true)
    for (const accept of ['*/*', 'application/json', '', 'application/json, text/html;q=0.5'])
      expect(prefersHtml(accept)).toBe(false)
  })
})

describe('limits', () => {
  test('the 21st sign-in attempt of a minute is 429 with Retry-After and RateLimit headers', async () => {
    const tries: Answer[] = []
    for (let i = 0; i < 21; i++) tries.push(await app.visitor().post('/auth/messenger', {}))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(20)
    const last = tries.find(({ status }) => status === 429)
    expect(last).toMatchObject({
      body: { error: 'rate_limited' },
      headers: { 'ratelimit-limit': '20', 'ratelimit-remaining': '0' },
    })
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('all addresses of an IPv6 /64 share one sign-in limit', async () => {
    await using own = await testApp()
    const attempt = (remoteAddress: string) =>
      own.visitor().raw({
        method: 'POST',
        url: '/auth/messenger',
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
    for (let i = 0; i < 20; i++) expect((await attempt(`2001:db8:1:2::${i.toString(16)}`)).status).toBe(401)
    expect((await attempt('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await attempt('2001:db8:1:3::1')).status).toBe(401)
  })

  test('a list with q counts as a search, and without q as a read', async () => {
    await using own = await testApp()
    const noa = await own.user('Noa', 'admin')
    const limitOf = async (url: string) => (await noa.get(url)).headers['ratelimit-limit']
    for (const path of ['/api/files', '/api/files/ids', '/files', '/admin/users', '/api/observability/alerts'])
      expect(await limitOf(`${path}?q=a`), path).toBe('60')
    for (const path of ['/api/files', '/files', '/files?q=']) expect(await limitOf(path), path).toBe('300')
    for (let i = 0; i < 60; i++) await noa.get('/api/files?q=a')
    expect((await noa.get('/api/files?q=a')).status).toBe(429)
    expect((await noa.get('/api/files')).status).toBe(200)
  })

  test('the seventh push test of a minute is 429, by the API and the form together', async () => {
    await using own = await testApp()
    const dana = await own.user('Dana')
    const hash = 'a'.repeat(32)
    for (let i = 0; i < 3; i++) {
      expect((await dana.post('/api/push/test')).status).not.toBe(429)
      expect((await dana.post(`/settings/devices/${hash}/test`)).status).not.toBe(429)
    }
    for (const url of ['/api/push/test', `/settings/devices/${hash}/test`])
      expect((await dana.post(url)).status).toBe(429)
  })

  test('probes are never limited', async () => {
    for (let i = 0; i < 310; i++) expect((await app.visitor().get('/healthz')).status).toBe(200)
  })

  test('behind a proxy only the address that the proxy added counts, so that clients cannot forge theirs', async () => {
    await using own = await testApp({ TRUST_PROXY: '1' })
    const attempt = (claimed: number) =>
      own.visitor().post('/auth/messenger', { id: 1 }, { 'x-forwarded-for': `10.0.0.${claimed}, 203.0.113.9` })
    const statuses = await Promise.all(Array.from({ length: 21 }, async (_, i) => (await attempt(i)).status))
    expect(statuses).toContain(429)
    const other = await own.visitor().post('/auth/messenger', { id: 1 }, { 'x-forwarded-for': '203.0.113.10' })
    expect(other.status).not.toBe(429)
  })
})

describe('health', () => {
  test('/healthz and /readyz answer GET and HEAD', async () => {
    for (const url of ['/healthz', '/readyz']) {
      for (const method of ['GET', 'HEAD'] as const) expect((await app.visitor().raw({ method, url })).status).toBe(200)
    }
  })

  test('/readyz is 503 while draining', async () => {
    await using own = await testApp()
    own.app.beginDrain()
    expect((await own.visitor().get('/readyz')).status).toBe(503)
    expect((await own.visitor().get('/healthz')).status).toBe(200)
  })
})

test('responses carry a content security policy with a nonce and Trusted Types', async () => {
  const answer = await app.visitor().page('/')
  expect(answer.headers['content-security-policy']).toMatch(
    /script-src 'strict-dynamic' 'nonce-[0-9a-f]{32}'.*require-trusted-types-for 'script'/,
  )
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('a page of this server under another name is told the configured address, with a link to it', async () => {
  const post = (origin: string, accept: string) =>
    app.app.inject({
      method: 'POST',
      url: '/auth/password',
      headers: { host: '192.0.2.7:3000', origin, accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=a&password=b',
    })
  const own = await post('http://192.0.2.7:3000', 'application/json')
  expect(own.statusCode).toBe(403)
  expect(own.json()).toMatchObject({
    code: 'wrong_address',
    address: ORIGIN,
    message: expect.stringContaining(ORIGIN) as string,
  })
  expect((await post('http://192.0.2.7:3000', 'text/html')).body).toContain(`href="${ORIGIN}"`)
  const other = await post('http://192.0.2.7:3001', 'application/json')
  expect(other.json()).toMatchObject({ code: 'foreign_origin' })
})

test('a wrong media type is 415', async () => {
  const answer = await app.visitor().post('/settings/appearance', {}, { 'content-type': 'text/plain' })
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})

test('the OpenAPI 3.1 document is generated from the route schemas', async () => {
  const { body } = await app.visitor().get('/api/openapi.json')
  expect(body['openapi']).toBe('3.1.0')
  expect(body['paths']).toHaveProperty(['/auth/messenger'])
})
