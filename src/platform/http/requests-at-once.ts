import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Slots } from '../slots.ts'
import { addressKey } from './address-key.ts'
import { whileConnected } from './disconnect.ts'
import type { App } from './types.ts'

/** An answer of which the client reads nothing for so long is given up. */
const UNREAD_MS = 60_000

/**
 * Waits until few requests with the same credential are worked on. Even requests that are refused at once look their session up in the
 * database: 250 of them in one moment would hold all connections and delay everybody else by half a second.
 */
export function limitRequestsAtOnce(
  app: App,
  slots: Slots,
  credentialOf: (request: FastifyRequest) => string | null,
  unreadMs = UNREAD_MS,
) {
  const releases = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onSend', async (request, reply, payload) => {
    // A stream of events may stay open for hours, and needs little memory. Everything else is in memory until the client has read it.
    if (isStream(payload)) releases.get(request)?.()
    else reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
  })

  return async function holdSlot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const lane = credentialOf(request) ?? addressKey(request.ip)
    const release = await whileConnected(request, (signal) => slots.acquire(lane, signal))
    releases.set(request, release)
    // The client may leave before anything is sent.
    if (reply.raw.closed) release()
    else reply.raw.once('close', release)
  }
}

function isStream(payload: unknown): boolean {
  return payload instanceof Readable || payload instanceof ReadableStream
}
