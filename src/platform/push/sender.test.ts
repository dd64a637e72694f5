import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { startPushService } from '../../../test/push-service.ts'
import { isEndpointAllowed, openPushSender, type SendOutcome } from './sender.ts'
import { newVapidPair } from './vapid.ts'

const { publicKey, privateKey } = newVapidPair()
const ROUTE = {
  via: 'local' as const,
  keys: { publicKey, subject: 'mailto:shelf@example.org' },
  privateKey,
  testEndpoints: true,
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Sends one push to a service that answers so, and returns the outcome with the milliseconds that it took. */
async function sendTo(listener: RequestListener): Promise<{ sent: SendOutcome; ms: number }> {
  await using browsers = await startPushService()
  const { keys } = browsers.browser('phone')
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sender = openPushSender(ROUTE)
  if (!sender.ready) throw new Error('The sender is not ready')
  const from = performance.now()
  const to = { endpoint: `http://127.0.0.1:${port}/phone`, ...keys }
  const sent = await sender.prepare(to, { payload: '{}', ttlSeconds: 60 }).send()
  sender.close()
  return { sent, ms: performance.now() - from }
}

describe('a hostile push service', () => {
  test('whose answer never ends is cut off after some kilobytes, with its status', async () => {
    let written = 0
    const { sent, ms } = await sendTo((_, response) => {
      response.writeHead(201)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    })
    expect(sent).toEqual({ outcome: 'accepted', status: 201 })
    expect(ms).toBeLessThan(5_000)
    expect(written).toBeLessThan(50 * 1024 ** 2)
  })

  test('cannot redirect a push', async () => {
    const asked: string[] = []
    const { sent } = await sendTo((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect([sent, asked]).toEqual([{ outcome: 'refused', status: 307 }, ['/phone']])
  })

  test('that drips its headers is given up at the deadline', async () => {
    const { sent, ms } = await sendTo((request) => {
      const { socket } = request
      socket.write('HTTP/1.1 201 Created\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 200)
      socket.on('close', () => clearInterval(timer))
      socket.on('error', () => clearInterval(timer))
    })
    expect(sent).toEqual({ outcome: 'unreachable', status: 0, why: 'timeout' })
    expect(ms).toBeLessThan(12_000)
  }, 20_000)
})

describe('isEndpointAllowed', () => {
  test.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://0177.0.0.1/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://127.0.0.1./x',
    'https://a.localhost/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[2002:7f00:1::]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/x',
    'https://metadata.google.internal./x',
    'https://10.0.0.1/x',
    'https://user:secret@push.example.org/x',
    'https://push.example.org@127.0.0.1/x',
    'https://postgres:5432/x',
    'file:///etc/passwd',
    'unix:/var/run/docker.sock',
    'gopher://push.example.org/x',
    'https://１２７.０.０.１/x',
  ])('refuses %s', (endpoint) => {
    expect(isEndpointAllowed(endpoint, false)).toBe(false)
  })

  test('allows the services of browsers', () => {
    for (const host of ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'])
      expect(isEndpointAllowed(`https://${host}/x`, false), host).toBe(true)
  })
})
