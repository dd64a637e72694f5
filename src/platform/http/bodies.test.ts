import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failingThreads } from '../../../test/failing-threads.ts'
import { enforceBodyLimits, DEFAULT_BODY_BYTES } from './bodies.ts'
import { processSlots } from '../slots.ts'
import type { App } from './types.ts'

const SMALL_BODY_MS = 300

let app: App
let port: number
beforeEach(async () => {
  app = Fastify({ bodyLimit: DEFAULT_BODY_BYTES })
  enforceBodyLimits(
    app,
    { threads: failingThreads([], 'busy'), slots: processSlots(), maxFileBytes: 2 * 1024 * 1024 },
    SMALL_BODY_MS,
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/closed')) return reply.code(401).send({ ok: false })
  })
  const config = { auth: 'public' } as const
  for (const url of ['/small', '/closed/small']) app.post(url, { config }, async () => ({ ok: true }))
  for (const url of ['/large', '/closed/large'])
    app.post(url, { bodyLimit: 2 * DEFAULT_BODY_BYTES, config }, async () => ({ ok: true }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
afterEach(() => app.close())

/** Sends a body one byte at a time; returns the response and how long the connection was open. */
async function drip(path: string, bytes: number, everyMs: number) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let open = true
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => (open = false)).on('close', () => (open = false))
  const isOpen = () => open
  const body = `"${'x'.repeat(bytes - 2)}"`
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`)
  const started = performance.now()
  for (const byte of body) {
    if (!isOpen()) break
    socket.write(byte)
    await sleep(everyMs)
  }
  const ms = performance.now() - started
  // The answer to the last byte may still be on its way.
  for (let i = 0; i < 200 && isOpen() && answer === ''; i++) await sleep(10)
  socket.destroy()
  return { status: Number(answer.split(' ')[1]), ms }
}

describe('a body that arrives byte by byte', () => {
  test('is rejected with 408 when its route takes small bodies only', async () => {
    const { status, ms } = await drip('/small', 100, 20)
    expect(status).toBe(408)
    expect(ms).toBeLessThan(3 * SMALL_BODY_MS)
  })

  test('closes its connection after a rejected request, also on a route for large bodies', async () => {
    for (const path of ['/closed/small', '/closed/large', '/nowhere']) {
      const { status, ms } = await drip(path, 100, 20)
      expect([401, 404, 408]).toContain(status)
      expect(ms).toBeLessThan(3 * SMALL_BODY_MS)
    }
  })

  test('has the long deadline on a route for large bodies', async () => {
    expect(await drip('/large', 40, 20)).toMatchObject({ status: 200 })
  })

  test('is read when it arrives in time', async () => {
    expect(await drip('/small', 5, 5)).toMatchObject({ status: 200 })
  })
})
