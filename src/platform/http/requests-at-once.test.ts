import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openSlots } from '../slots.ts'
import { limitRequestsAtOnce } from './requests-at-once.ts'
import type { App } from './types.ts'

/** More than the kernel keeps for a client that reads nothing. */
const LARGE = Buffer.alloc(100_000_000)

/** `/held/:name` answers when the test says so, `/open` at once, `/stream` begins at once and ends when the test says so. */
async function stage(perUser: number, unreadMs?: number) {
  const app = Fastify() as unknown as App
  const slots = openSlots({ total: Number.POSITIVE_INFINITY, perUser, waitMs: 5_000, maxWaiting: 9 })
  const holdSlot = limitRequestsAtOnce(app, slots, ({ headers }) => headers.authorization ?? null, unreadMs)
  app.addHook('onRequest', holdSlot)
  const gate = Promise.withResolvers<undefined>()
  let started = 0
  app.get('/held', { config: { auth: 'public' } }, async () => {
    started += 1
    await gate.promise
    return 'held'
  })
  app.get('/open', { config: { auth: 'public' } }, async () => 'open')
  app.get('/large', { config: { auth: 'public' } }, async () => LARGE)
  app.get('/stream', { config: { auth: 'public' } }, async (_request, reply) =>
    reply.send(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('begun'))
          await gate.promise
          controller.close()
        },
      }),
    ),
  )
  await app.ready()
  const get = (url: string, authorization = 'dana') =>
    app.inject({ url, headers: authorization === '' ? {} : { authorization } })
  return { app, get, open: () => gate.resolve(undefined), started: () => started }
}

async function listening(perUser: number, unreadMs?: number) {
  const staged = await stage(perUser, unreadMs)
  const address = await staged.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...staged, port: Number(new URL(address).port) }
}

test('requests beyond the limit of a credential wait, and those of others do not', async () => {
  const { get, open, started } = await stage(2)
  const held = Array.from({ length: 5 }, () => get('/held'))
  await expect.poll(started).toBe(2)
  expect((await get('/open', 'omer')).body).toBe('open')
  expect((await get('/open', '')).body).toBe('open')
  expect(started()).toBe(2)
  open()
  expect((await Promise.all(held)).map(({ body }) => body)).toEqual(Array(5).fill('held'))
})

test('a request is refused when too many of the same credential wait', async () => {
  const { get, open, started } = await stage(2)
  const held = Array.from({ length: 5 }, () => get('/held'))
  await expect.poll(started).toBe(2)
  expect((await get('/open')).statusCode).toBe(429)
  open()
  expect(new Set((await Promise.all(held)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('a stream holds no slot once its response has begun', async () => {
  const { get, open } = await stage(1)
  const stream = get('/stream')
  expect((await get('/open')).body).toBe('open')
  open()
  expect((await stream).body).toBe('begun')
})

/** A client that reads the beginning of a large answer and stays. */
function openUnread(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port })
  socket.once('data', () => socket.pause())
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\nAuthorization: dana\r\n\r\n')
  return socket
}

test('an answer that the client does not read holds its slot', async () => {
  const { app, port, get } = await listening(2)
  const unread = Array.from({ length: 4 }, () => openUnread(port))
  const begun = () => unread.filter(({ bytesRead }) => bytesRead > 0)
  await expect.poll(() => begun().length).toBe(2)
  expect((await get('/open', 'omer')).body).toBe('open')
  await sleep(300)
  expect(begun()).toHaveLength(2)
  begun()[0]?.destroy()
  await expect.poll(() => begun().length).toBe(3)
  for (const socket of unread) socket.destroy()
  expect((await get('/open')).body).toBe('open')
  await app.close()
})

test('an answer of which the client reads nothing for long is given up', async () => {
  const { app, port, get } = await listening(1, 300)
  const socket = openUnread(port)
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  expect((await get('/open')).body).toBe('open')
  socket.destroy()
  await app.close()
})
