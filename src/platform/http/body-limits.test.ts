import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failingThreads } from '../../../test/failing-threads.ts'
import { enforceBodyLimits, DEFAULT_BODY_BYTES } from './body-limits.ts'
import { processSlots } from '../slots.ts'
import type { App } from './types.ts'

/** Longer than a busy machine delays a body of five bytes. */
const SMALL_BODY_MS = 800

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
  const known = { ...config, assertSender: async () => undefined }
  app.post('/known', { bodyLimit: 2 * DEFAULT_BODY_BYTES, config: known }, async () => ({ ok: true }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
afterEach(() => app.close())

/** Sends a body one byte at a time; returns the response, and whether the connection was open for the whole body. */
async function drip(path: string, bytes: number, everyMs: number) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let open = true
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => (open = false)).on('close', () => (open = false))
  const isOpen = () => open
  const body = `"${'x'.repeat(bytes - 2)}"`
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`)
  let sent = 0
  for (const byte of body) {
    if (!isOpen()) break
    socket.write(byte)
    sent += 1
    await sleep(everyMs)
  }
  // The answer to the last byte may still be on its way.
  for (let i = 0; i < 2_000 && isOpen() && answer === ''; i++) await sleep(10)
  socket.destroy()
  return { status: Number(answer.split(' ')[1]), isSent: sent === bytes }
}

describe('a body that arrives byte by byte', () => {
  test('is rejected with 408 when its route takes small bodies only', async () => {
    expect(await drip('/small', 1_000, 20)).toEqual({ status: 408, isSent: false })
  })

  test('closes its connection after a rejected request, also on a route for large bodies', async () => {
    const paths = ['/closed/small', '/closed/large', '/nowhere']
    for (const { status, isSent } of await Promise.all(paths.map((path) => drip(path, 1_000, 20)))) {
      expect([401, 404, 408]).toContain(status)
      expect(isSent).toBe(false)
    }
  })

  test('has the long deadline on a route for large bodies when the sender is known', async () => {
    expect(await drip('/known', 60, 20)).toMatchObject({ status: 200 })
    expect(await drip('/large', 60, 20)).toMatchObject({ status: 408 })
  })

  test('is rejected with 413 when a stranger announces a large one', async () => {
    expect(await drip('/large', 1.5 * DEFAULT_BODY_BYTES, 20)).toMatchObject({ status: 413, isSent: false })
  })

  test('is read when it arrives in time', async () => {
    expect(await drip('/small', 5, 5)).toMatchObject({ status: 200 })
  })
})
