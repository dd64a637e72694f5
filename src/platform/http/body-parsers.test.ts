import Fastify from 'fastify'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { failingThreads } from '../../../test/failing-threads.ts'
import { openThreads } from '../threads.ts'
import { BODY_BUDGET, MAX_FORM_FIELDS, addBodyParsers } from './body-parsers.ts'
import type { App } from './types.ts'

const noThreads = failingThreads([], 'busy')

async function parsed(payload: string | Buffer, type = 'application/x-www-form-urlencoded') {
  const app = Fastify() as unknown as App
  addBodyParsers(app, noThreads)
  app.post('/', { config: { auth: 'public' } }, async ({ body }) => body)
  const response = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload })
  return response.statusCode === 200 ? response.json<unknown>() : response.statusCode
}

test('a form is parsed as browsers encode it', async () => {
  const fields = { name: 'a b+c&d=e%', text: 'שלום\r\n\ufffd👍', empty: '' }
  expect(await parsed(new URLSearchParams(fields).toString())).toEqual(fields)
})

test('a form keeps repeated names and plain percent signs', async () => {
  expect(await parsed('id=1&id=2&share=100%&odd=%zz&key')).toEqual({
    id: ['1', '2'],
    share: '100%',
    odd: '%zz',
    key: '',
  })
})

test.each(['a=%F9%EC', 'a=%D7', '%FF=a', 'a=%ED%A0%80', 'a=1&b=5%&c=%C0%AF'])(
  'the form %s is refused',
  async (form) => {
    expect(await parsed(form)).toBe(400)
  },
)

test('a form with raw bytes that are not UTF-8 is refused', async () => {
  expect(await parsed(Buffer.from([0x61, 0x3d, 0xf9]))).toBe(400)
  expect(await parsed('a=שלום')).toEqual({ a: 'שלום' })
})

test('JSON that is not UTF-8 is refused', async () => {
  expect(await parsed(Buffer.from('{"a":"\xf9"}', 'latin1'), 'application/json')).toBe(400)
  expect(await parsed('{"a":"שלום"}', 'application/json; charset=utf-8')).toEqual({ a: 'שלום' })
  expect(await parsed('{"__proto__":1}', 'application/json')).toBe(400)
})

test('a form is parsed in a thread when it is large', async () => {
  const app = Fastify({ bodyLimit: 4_000_000 }) as unknown as App
  addBodyParsers(app, failingThreads(['parse-form'], 'busy'))
  app.post('/', { config: { auth: 'public' } }, async ({ body }) => body)
  const send = async (length: number) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await app.inject({ method: 'POST', url: '/', headers, payload: `a=${'x'.repeat(length)}` })).statusCode
  }
  expect([await send(1_000), await send(100_000)]).toEqual([200, 500])
})

test.each([
  ['of known length', (bytes: Buffer) => bytes],
  ['in chunks', (bytes: Buffer) => Readable.from(chunksOf(bytes, 10_000))],
])('a body %s is read whole up to the limit of its route, and refused beyond it', async (_title, payloadOf) => {
  const app = Fastify({ bodyLimit: 200_000 }) as unknown as App
  addBodyParsers(
    app,
    openThreads(async () => new URL('../../app/text-thread.ts', import.meta.url), 1),
  )
  app.post('/', { config: { auth: 'public' } }, async ({ body }) => body)
  const send = (length: number) => {
    const payload = payloadOf(Buffer.from(JSON.stringify({ a: 'é'.repeat((length - '{"a":""}'.length) / 2) })))
    return app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload })
  }
  for (const length of [1_000, 190_000, 200_000])
    expect((await send(length)).json()).toEqual({ a: 'é'.repeat((length - 8) / 2) })
  expect((await send(200_002)).statusCode).toBe(413)
})

function chunksOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}

test.each([
  ['many objects', (n: number) => `[${'{},'.repeat((n - 3) / 2)}{}]`, BODY_BUDGET.values],
  ['many keys', (n: number) => `{${Array.from({ length: n - 1 }, (_, i) => `"k${i}":1`).join()}}`, BODY_BUDGET.values],
  ['nested lists', (n: number) => '['.repeat(n) + ']'.repeat(n), BODY_BUDGET.depth],
])('JSON with %s is parsed up to the limit and refused beyond it', async (_title, textOf, limit) => {
  const send = (text: string) => parsed(text, 'application/json')
  expect(await send(textOf(limit))).toEqual(JSON.parse(textOf(limit)))
  expect(await send(textOf(limit + 2))).toBe(413)
})

test('JSON is parsed in a thread when it is large, and here when it is small', async () => {
  const app = Fastify({ bodyLimit: 4_000_000 }) as unknown as App
  addBodyParsers(app, failingThreads(['parse-json'], 'busy'))
  app.post('/', { config: { auth: 'public' } }, async () => ({}))
  const send = async (length: number) =>
    (await app.inject({ method: 'POST', url: '/', payload: { a: 'x'.repeat(length) } })).statusCode
  expect([await send(1_000), await send(100_000)]).toEqual([200, 500])
})

test('a form with more fields than the limit is refused', async () => {
  expect(await parsed('a=&'.repeat(MAX_FORM_FIELDS))).toEqual({ a: Array.from({ length: MAX_FORM_FIELDS }, () => '') })
  expect(await parsed('a=&'.repeat(MAX_FORM_FIELDS + 1))).toBe(400)
})

test('a form may have names that objects inherit', async () => {
  expect(JSON.stringify(await parsed('__proto__=1&constructor=2&toString=3'))).toBe(
    '{"__proto__":"1","constructor":"2","toString":"3"}',
  )
})
