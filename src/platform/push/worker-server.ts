import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { sameBytes, sha256 } from '../crypto.ts'
import type { ReadySender } from './sender.ts'

const MAX_BYTES = 64 * 1024

const Order = z.object({
  to: z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() }),
  push: z.object({ payload: z.string(), ttlSeconds: z.int(), topic: z.string().optional() }),
})

/** The server behind `PUSH_WORKER_URL`: sends the pushes of callers that have the secret. It stores and logs nothing. */
export function createPushWorker(sender: ReadySender, secret: string): Server {
  const expected = sha256(`Bearer ${secret}`)
  return createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!sameBytes(sha256(request.headers.authorization ?? ''), expected)) return void answer(401, { ok: false })
    if (request.method !== 'POST' || request.url !== '/send') return void answer(404, { ok: false })
    readBody(request)
      .then(async (body) => {
        const order = Order.safeParse(body)
        if (!order.success) return answer(400, { ok: false })
        const { topic, ...push } = order.data.push
        const sent = await sender.prepare(order.data.to, topic === undefined ? push : { ...push, topic }).send()
        return answer(200, sent)
      })
      // Invalid input or failed encryption: the caller gets no status of a push service, and retries.
      .catch(() => answer(400, { ok: false }))
  })
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BYTES) throw new Error('too large')
  return json(request)
}
