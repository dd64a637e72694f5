import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Slots } from '../slots.ts'
import { addressKey } from './address-key.ts'
import { whileConnected } from './disconnect.ts'
import type { App } from './types.ts'

/**
 * Waits until few requests with the same credential are worked on. Even requests that are refused at once look their session up in the
 * database: 250 of them in one moment would hold all connections and delay everybody else by half a second.
 */
export function limitRequestsAtOnce(app: App, slots: Slots, credentialOf: (request: FastifyRequest) => string | null) {
  const releases = new WeakMap<FastifyRequest, () => void>()
  // From here on only bytes are sent: a stream of events may stay open for hours and must not hold its slot.
  app.addHook('onSend', async (request) => releases.get(request)?.())

  return async function holdSlot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const lane = credentialOf(request) ?? addressKey(request.ip)
    const release = await whileConnected(request, (signal) => slots.acquire(lane, signal))
    releases.set(request, release)
    // The client may leave before anything is sent.
    if (reply.raw.closed) release()
    else reply.raw.once('close', release)
  }
}
