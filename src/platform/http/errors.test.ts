import { once } from 'node:events'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { connect } from 'node:net'
import { failingThreads } from '../../../test/failing-threads.ts'
import { addBodyParsers } from './body-parsers.ts'
import { addErrorHandlers } from './errors.ts'
import type { App } from './types.ts'

test('a client that disconnects before a streamed response is not reported as a failure of the server', async () => {
  const lines: string[] = []
  await using app: App = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  addErrorHandlers(app)
  const asked = Promise.withResolvers<void>()
  app.post('/slow', { config: { auth: 'public' } }, async (_request, reply) => {
    asked.resolve()
    await once(reply.raw, 'close')
    return reply.send(Readable.from(['too late']))
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  // Of a request without a body Fastify itself knows that it was aborted.
  const answer = fetch(`${address}/slow`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: leaving.signal,
  })
  await asked.promise
  leaving.abort()
  await expect(answer).rejects.toThrow('abort')
  await expect.poll(() => lines.join('')).toMatch(/client disconnected before the response|request failed/)
  expect(lines.join('')).not.toContain('request failed')
})

test('a client that disconnects in the middle of its body is not reported as a failure of the server', async () => {
  const lines: string[] = []
  await using app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  }) as unknown as App
  addErrorHandlers(app)
  addBodyParsers(app, failingThreads([], 'busy'))
  app.post('/', { config: { auth: 'public' } }, async () => ({}))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(app.addresses()[0]?.port ?? 0, '127.0.0.1')
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n'
  socket.write(`${head}{"a":`)
  await expect.poll(() => lines.join('')).toContain('incoming request')
  socket.destroy()
  await expect.poll(() => lines.join('')).toMatch(/client disconnected before the response|request failed/)
  expect(lines.join('')).not.toContain('request failed')
})
