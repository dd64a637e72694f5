import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** No browser and no proxy that we know sends a second request before the answer of the first. */
const MAX_UNANSWERED = 32
/** Fastify sets it only on servers of its own; Node closes idle connections after 5 seconds. */
const KEEP_ALIVE_MS = 72_000

/**
 * A server that closes a connection with many unanswered requests. Node reads all that has arrived in one turn of the event loop:
 * 30,000 requests, which need no account, held it for more than a second.
 */
export function serverWithoutPipelining(handle: RequestListener, requestTimeout: number): Server {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (unanswered.get(socket) ?? 0) + change
    unanswered.set(socket, count)
    return count
  }
  return createServer({ requestTimeout, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const { socket } = request
    // Requests that arrived together with the last one allowed are still read after the connection was closed.
    if (socket.destroyed) return
    if (add(socket, 1) > MAX_UNANSWERED) {
      socket.destroy()
      return
    }
    response.once('close', () => add(socket, -1))
    handle(request, response)
  })
}
