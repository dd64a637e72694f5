import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterAll, expect, test, vi } from 'vitest'
import { attempt } from '../../../test/oidc-attempt.ts'
import { UNTRUSTED } from '../../../test/untrusted-certificate.ts'
import { FetchError, openFetch } from './fetch.ts'

// Other files of tests may have loaded the module with the real node:dns, or would get it with this one.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Every name leads to loopback: an attacker's DNS server may answer so at any time. */
vi.mock('node:dns', () => ({
  lookup: (_host: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    callback(null, [{ address: '127.0.0.1', family: 4 }])
  },
}))

async function listen(server: Server) {
  const seen = { connections: 0 }
  server.on('connection', () => seen.connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { port, seen, [Symbol.asyncDispose]: stop }
}

const get = (url: string, isPrivate: boolean) =>
  openFetch(isPrivate, AbortSignal.timeout(2_000))(url, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  })

const reasonOf = async (response: Promise<Response>) => {
  const error: unknown = await response.catch((failure: unknown) => failure)
  return error instanceof FetchError ? error.reason : error
}

test('fetch refuses a public name that resolves to a private address, and does not connect', async () => {
  await using server = await listen(createServer())
  const url = `https://login.example.org:${server.port}/`
  expect(await reasonOf(get(url, false))).toBe('private_address')
  expect(server.seen.connections).toBe(0)
})

test('fetch refuses an untrusted certificate at a private provider too', async () => {
  await using server = await listen(createTlsServer(UNTRUSTED, (_, response) => response.end('{}')))
  expect(await reasonOf(get(`https://127.0.0.1:${server.port}/`, true))).toBe('certificate')
})

test('fetch refuses TLS at a port without it', async () => {
  await using server = await listen(createServer())
  expect(await reasonOf(get(`https://127.0.0.1:${server.port}/`, true))).toBe('unreachable')
})

test('fetch accepts a body of 1 MiB and refuses one byte more', async () => {
  const body = { bytes: 2 ** 20 }
  await using server = await listen(createServer((_, response) => response.end(Buffer.alloc(body.bytes))))
  const url = `http://127.0.0.1:${server.port}/`
  expect((await (await get(url, true)).arrayBuffer()).byteLength).toBe(body.bytes)
  body.bytes++
  expect(await reasonOf(get(url, true))).toBe('too_large')
})

test('finish gives up after 5 seconds when each endpoint alone is fast enough', async () => {
  const { outcome, elapsedMs } = await attempt({ delaysMs: { token: 3_000, keys: 3_000 } })
  expect(outcome).toEqual({ outcome: 'refused', reason: 'slow' })
  expect(elapsedMs).toBeGreaterThan(4_900)
  expect(elapsedMs).toBeLessThan(15_000)
})
