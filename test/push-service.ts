import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { z } from 'zod'

const Payload = z.record(z.string(), z.unknown())

export type Received = {
  device: string
  at: number
  payload: Record<string, unknown>
  headers: IncomingMessage['headers']
}

/** How the service answers one push: true when it did so itself (or means never to), false for 201. */
export type Answering = (device: string, response: ServerResponse) => boolean

/** Answers every push with this status. */
export function refusing(status: number): Answering {
  return (_, response) => {
    response.writeHead(status).end()
    return true
  }
}

/** A push service on loopback that speaks the real protocol (RFC 8030, 8188, 8291, 8292) and opens what it gets. */
export async function startPushService(answer: Answering = () => false) {
  const received: Received[] = []
  const browsers = new Map<string, Browser>()
  const state = { answer, delay: () => 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const device = decodeURIComponent((request.url ?? '/').slice(1))
      if (state.answer(device, response)) return
      const browser = browsers.get(device)
      const payload = browser ? Payload.parse(JSON.parse(open(browser, Buffer.concat(chunks)))) : {}
      received.push({ device, at: Date.now(), payload, headers: request.headers })
      setTimeout(() => response.writeHead(201).end(), state.delay())
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    port,
    /** Changes how it answers from now on. */
    answering: (next: Answering) => {
      state.answer = next
    },
    /** How many milliseconds it takes to answer. */
    delaying: (delay: () => number) => {
      state.delay = delay
    },
    /** What a browser's `PushManager.subscribe()` gives. */
    browser(device: string) {
      const browser = newBrowser()
      browsers.set(device, browser)
      return {
        endpoint: `http://127.0.0.1:${port}/${encodeURIComponent(device)}`,
        keys: { p256dh: browser.ecdh.getPublicKey('base64url'), auth: browser.auth.toString('base64url') },
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

type Browser = { ecdh: ECDH; auth: Buffer }

function newBrowser(): Browser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** RFC 8291: what the browser does with a push before the service worker sees it. */
function open({ ecdh, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = hkdf(auth, ecdh.computeSecret(senderKey), info, 32)
  const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

function hkdf(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}
