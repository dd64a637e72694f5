import { request as httpRequest } from 'node:http'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { longestTurnMs } from '../../../test/cpu.ts'

/** As the decision on bounded work states them. */
const REQUESTS_AT_ONCE = 16
const SOON_MS = 5_000
/** What arrives in one piece, some 1,500 requests, is read in one turn; all 30,000 took more than a second. */
const MAX_PIPELINED_TURN_MS = 300

let app: TestApp
let dana: TestUser
let omer: TestUser
let port: number
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' })
  dana = await app.user('Dana')
  omer = await app.user('Omer')
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app[Symbol.asyncDispose]())

type Sent = { status: Promise<number>; isAnswered: () => boolean; leave: () => void }

/** A request through a socket of its own. `body`: how much of the promised hundred bytes is sent. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Sent {
  let answered = false
  const { promise, resolve } = Promise.withResolvers<number>()
  const all = { origin: ORIGIN, ...headers, ...(method === 'POST' && { 'content-length': '100' }) }
  const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: all, agent: false }, (response) => {
    answered = true
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  sent.on('error', () => resolve(0))
  if (method === 'POST') sent.write(body)
  else sent.end()
  return { status: promise, isAnswered: () => answered, leave: () => sent.destroy() }
}

describe('a server', () => {
  test('works on sixteen requests of one session at once, and on those of others meanwhile', async () => {
    const { cookie } = dana
    const json = { cookie, 'content-type': 'application/json' }
    // Each waits for the rest of its body.
    const held = Array.from({ length: REQUESTS_AT_ONCE }, () => send('POST', '/api/files', json, '{'))
    const next = send('GET', '/api/files', { cookie })
    await expect.poll(() => send('GET', '/api/files', { cookie: omer.cookie }).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(next.isAnswered()).toBe(false)
    held[0]?.leave()
    expect(await next.status).toBe(200)
    for (const each of held) each.leave()
    // The slots of clients that left are free again.
    const after = await Promise.all(held.map(() => send('GET', '/api/files', { cookie }).status))
    expect(after).toEqual(held.map(() => 200))
  })

  test('answers others while one person sends sixty searches in one moment', async () => {
    const searches = Array.from({ length: 60 }, (_, i) =>
      send('GET', `/api/search/stream?q=${encodeURIComponent(`/[a-z]+${i % 10}/`)}`, { cookie: dana.cookie }),
    )
    const others: number[] = []
    for (let i = 0; i < 10; i++) {
      const from = performance.now()
      expect(await send('GET', '/api/files', { cookie: omer.cookie }).status).toBe(200)
      others.push(performance.now() - from)
    }
    expect(Math.max(...others)).toBeLessThan(SOON_MS)
    const statuses = new Set(await Promise.all(searches.map(({ status }) => status)))
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([])
  })

  test('closes a connection on which a stranger sends thirty thousand requests without waiting for answers', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    // The server resets the connection.
    socket.on('error', () => {}).resume()
    const longest = await longestTurnMs(async () => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(30_000))
      await closed
    })
    expect(longest).toBeLessThan(MAX_PIPELINED_TURN_MS)
  })

  test('has connections left for a session while one network presents invented tokens', async () => {
    // The lock stands for a database that is slow to find each of them.
    const blocker = await app.pool.connect()
    await blocker.query('begin; lock table access_token_keys in access exclusive mode')
    const invented = Array.from({ length: 100 }, () =>
      send('GET', '/api/files', {
        authorization: `Bearer csk_${randomBytes(32).toString('base64url')}`,
        'x-forwarded-for': '203.0.113.9',
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const from = performance.now()
    const other = await send('GET', '/api/files', { cookie: omer.cookie, 'x-forwarded-for': '203.0.113.10' }).status
    const ms = performance.now() - from
    await blocker.query('rollback')
    blocker.release()
    expect(other).toBe(200)
    expect(ms).toBeLessThan(SOON_MS)
    expect(new Set(await Promise.all(invented.map(({ status }) => status)))).toEqual(new Set([401]))
  })
})
