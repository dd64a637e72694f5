import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import webPush from 'web-push'
import { z } from 'zod'
import { isPublicHost, publicLookup } from '../public-address.ts'
import type { PushRoute } from '../config/push.ts'

export type Subscription = { endpoint: string; p256dh: string; auth: string }

export type Push = {
  payload: string
  /** A reminder that could not be displayed within this time is dropped. */
  ttlSeconds: number
  /** Replaces an undelivered push of the same topic: at most 32 URL-safe characters. */
  topic?: string
  /** When it was due, for measuring the delay. Not sent. */
  dueAt?: Date
}

/** The outcome at the push service. Only `gone` means that the subscription is dead. */
export type SendOutcome =
  | { outcome: 'accepted'; status: number }
  | { outcome: 'gone'; status: number }
  | { outcome: 'refused'; status: number }
  | { outcome: 'unreachable'; status: 0; why: 'timeout' | 'network' | 'private_address' }

/** Encrypted and signed: only the network request remains. */
export type PreparedPush = { send: () => Promise<SendOutcome> }

export type ReadySender = { ready: true; prepare: (to: Subscription, push: Push) => PreparedPush; close: () => void }
export type IdleSender = { ready: false; why: 'off' | 'missing_private_key' }
export type PushSender = ReadySender | IdleSender

const TIMEOUT_MS = 10_000
/** Push services answer with nothing, or with a sentence about what was wrong. */
const MAX_ANSWER_BYTES = 16 * 1024

/** An endpoint that we may call: https on a public host. In tests also plain http on loopback. */
export function isEndpointAllowed(endpoint: string, testEndpoints: boolean): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  if (!url || url.username !== '' || url.password !== '') return false
  if (testEndpoints && url.protocol === 'http:' && url.hostname === '127.0.0.1') return true
  return url.protocol === 'https:' && isPublicHost(url.hostname)
}

export function openPushSender(route: PushRoute & { testEndpoints: boolean }): PushSender {
  if (route.via === 'off') return { ready: false, why: 'off' }
  if (route.via === 'local' && route.privateKey === null) return { ready: false, why: 'missing_private_key' }
  const { testEndpoints } = route
  const agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: 64, lookup: publicLookup }),
    http: new HttpAgent({ keepAlive: true, maxSockets: 64 }),
  }
  const close = () => {
    agents.https.destroy()
    agents.http.destroy()
  }
  if (route.via === 'worker') {
    const { url, secret } = route
    return { ready: true, close, prepare: (to, push) => ({ send: () => askWorker(url, secret, to, push) }) }
  }
  const authorization = vapidHeaders(route.keys, route.privateKey ?? '')
  return {
    ready: true,
    close,
    prepare: (to, push) => {
      if (!isEndpointAllowed(to.endpoint, testEndpoints))
        return { send: () => Promise.resolve({ outcome: 'unreachable', status: 0, why: 'private_address' }) }
      const { headers, body } = encrypt(to, push)
      headers['Authorization'] = authorization(new URL(to.endpoint).origin)
      return { send: () => post(to.endpoint, headers, body, agents) }
    },
  }
}

/** Encrypts a test message: the browser's keys must be a point of the curve and a secret of the right length. */
export function areKeysUsable({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): boolean {
  try {
    encrypt({ endpoint: 'https://push.example.org/', p256dh, auth }, { payload: '{}', ttlSeconds: 0 })
    return true
  } catch {
    return false
  }
}

type Headers = Record<string, string | number>

function encrypt({ endpoint, p256dh, auth }: Subscription, push: Push): { headers: Headers; body: Buffer } {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
    TTL: push.ttlSeconds,
    urgency: 'high', // or iOS holds it back
    contentEncoding: 'aes128gcm',
    ...(push.topic !== undefined && { topic: push.topic }),
  })
  return { headers: { ...headers }, body }
}

const SIGNED_FOR_MS = 3_600_000

/** One signature per push service and hour: more are not required, and signing is a third of the work of a push. */
function vapidHeaders(keys: { publicKey: string; subject: string }, privateKey: string): (origin: string) => string {
  const signed = new Map<string, { value: string; until: number }>()
  return (origin) => {
    const known = signed.get(origin)
    if (known && known.until > Date.now()) return known.value
    const expires = Math.floor((Date.now() + 2 * SIGNED_FOR_MS) / 1000)
    const { subject, publicKey } = keys
    const { Authorization: value } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expires,
    )
    signed.set(origin, { value, until: Date.now() + SIGNED_FOR_MS })
    return value
  }
}

function post(
  endpoint: string,
  headers: Headers,
  body: Buffer,
  agents: { https: HttpsAgent; http: HttpAgent },
): Promise<SendOutcome> {
  const { promise, resolve } = Promise.withResolvers<SendOutcome>()
  const isTls = endpoint.startsWith('https:')
  const options = { method: 'POST', headers, agent: isTls ? agents.https : agents.http, timeout: TIMEOUT_MS }
  const request = isTls ? httpsRequest(endpoint, options) : httpRequest(endpoint, options)
  // Deadline of the whole exchange: a server that drips bytes cannot hold the connection open.
  const timer = setTimeout(
    () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    TIMEOUT_MS,
  )
  request.on('response', (response) => {
    // Only the status matters. A hostile service could otherwise send at full speed until the deadline.
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_ANSWER_BYTES) response.destroy()
    })
    response.on('close', () => {
      clearTimeout(timer)
      resolve(toSent(response.statusCode ?? 0))
    })
  })
  request.on('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  request.on('error', (error) => {
    clearTimeout(timer)
    resolve({ outcome: 'unreachable', status: 0, why: whyOf(error) })
  })
  request.end(body)
  return promise
}

function toSent(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted', status }
  return { outcome: status === 404 || status === 410 ? 'gone' : 'refused', status }
}

function whyOf(error: Error): 'timeout' | 'network' | 'private_address' {
  const code = 'code' in error ? error.code : ''
  return code === 'ETIMEDOUT' ? 'timeout' : code === 'EPRIVATE' ? 'private_address' : 'network'
}

const WorkerReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), status: z.int() }),
  z.object({ outcome: z.literal('gone'), status: z.int() }),
  z.object({ outcome: z.literal('refused'), status: z.int() }),
  z.object({
    outcome: z.literal('unreachable'),
    status: z.literal(0),
    why: z.enum(['timeout', 'network', 'private_address']),
  }),
])

async function askWorker(url: string, secret: string, to: Subscription, push: Push): Promise<SendOutcome> {
  try {
    const response = await fetch(new URL('/send', url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, push }),
      signal: AbortSignal.timeout(TIMEOUT_MS + 5_000),
    })
    if (!response.ok) return { outcome: 'unreachable', status: 0, why: 'network' }
    return WorkerReply.parse(await response.json())
  } catch {
    return { outcome: 'unreachable', status: 0, why: 'network' }
  }
}
