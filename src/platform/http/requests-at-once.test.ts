import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openSlots } from '../slots.ts'
import { limitRequestsAtOnce } from './requests-at-once.ts'
import type { App } from './types.ts'

/** `/held/:name` answers when the test says so, `/open` at once, `/stream` begins at once and ends when the test says so. */
async function stage(perUser: number) {
  const app = Fastify() as unknown as App
  const slots = openSlots({ total: Number.POSITIVE_INFINITY, perUser, waitMs: 5_000, maxWaiting: 9 })
  const holdSlot = limitRequestsAtOnce(app, slots, ({ headers }) => headers.authorization ?? null)
  app.addHook('onRequest', holdSlot)
  const gate = Promise.withResolvers<undefined>()
  let started = 0
  app.get('/held', { config: { auth: 'public' } }, async () => {
    started += 1
    await gate.promise
    return 'held'
  })
  app.get('/open', { config: { auth: 'public' } }, async () => 'open')
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
  return { get, open: () => gate.resolve(undefined), started: () => started }
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
