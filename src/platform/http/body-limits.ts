import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProcessSlots, Slots } from '../slots.ts'
import type { Threads } from '../threads.ts'
import { addBodyParsers } from './body-parsers.ts'
import { laneOf } from './lane.ts'
import { payloadTooLarge, unsupportedMediaType } from './problems.ts'
import type { App } from './types.ts'

/** Bytes of a body on every route without its own `bodyLimit`. */
export const DEFAULT_BODY_BYTES = 64 * 1024

/** The smallest limit of a file that can be set. */
const LEAST_FILE_BYTES = 2 * 1024 * 1024

/** For routes that take the text of a file of 2 MiB, which grows sixfold when every character is escaped. */
export const CONTENT_BODY_BYTES = 13 * 1024 * 1024

/** Bodies above this size are read a few at a time. */
const LARGE_BODY_BYTES = 1024 * 1024

/** Deadline for a body of the default size. */
const SMALL_BODY_MS = 20_000
/** A larger body that holds a slot must arrive at least this fast after that. One that is streamed has the timeout of the whole request. */
const LEAST_BYTES_PER_MS = 100

/** Routes for programs and islands, which never send a form. */
const FOR_JSON = /^\/(api|mcp)(\/|$)/

type Parts = { threads: Threads; slots: ProcessSlots; maxFileBytes: number }

/** Rejects a body before a byte of it is parsed, and closes connections whose small body does not arrive in time. */
export function enforceBodyLimits(app: App, parts: Parts, smallBodyMs = SMALL_BODY_MS): void {
  const { threads, slots, maxFileBytes } = parts
  app.addHook('onRoute', (route) => {
    if (route.config?.takesFile) route.bodyLimit = (route.bodyLimit ?? 0) * (maxFileBytes / LEAST_FILE_BYTES)
  })
  // No client of ours sends text/plain, and a form of another site could send it without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  addBodyParsers(app, threads)
  const deadlines = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const setDeadline = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    const deadline = setTimeout(() => closeLate(app, request, reply), ms).unref()
    deadlines.set(request, deadline)
    request.raw.once('end', () => clearTimeout(deadline)).once('close', () => clearTimeout(deadline))
  }

  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) setDeadline(request, reply, smallBodyMs)
  })

  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return
    const { bodyLimit, config, url = '' } = request.routeOptions
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw payloadTooLarge({ max: bodyLimit })
    if (isUrlencoded(request) && FOR_JSON.test(url) && !config.rawBody) throw unsupportedMediaType()
    await config.assertSender?.(request)
    if (bodyLimit <= DEFAULT_BODY_BYTES) return
    // A stranger keeps the short deadline and gets no slot: a few idle connections would hold all slots for minutes.
    if (!request.visitor && !config.assertSender) {
      if (sizeOf(request) > DEFAULT_BODY_BYTES) throw payloadTooLarge({ max: DEFAULT_BODY_BYTES })
      return
    }
    clearTimeout(deadlines.get(request))
    if (config.streamsBody || !isLarge(request)) return
    await holdSlot(slots.largeBodies, request, reply)
    setDeadline(request, reply, smallBodyMs + sizeOf(request) / LEAST_BYTES_PER_MS)
  })
}

/** The announced size; for a chunked body the largest possible one. */
function sizeOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Chunked bodies have no known length. Multipart bodies are written to disk as they arrive. */
function isLarge(request: FastifyRequest): boolean {
  if (/^multipart\//i.test(request.headers['content-type'] ?? '')) return false
  return sizeOf(request) > LARGE_BODY_BYTES
}

/** Waits for a slot before the body is read, and holds it until the response is sent, because the parsed body lives that long. */
async function holdSlot(slots: Slots, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const release = await slots.acquire(laneOf(request))
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}

function isUrlencoded({ headers }: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
}

function closeLate(app: App, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.raw.headersSent) return void request.raw.destroy()
  // Node emits this when a whole request is late: Fastify's handler answers 408 and closes the connection.
  const error = Object.assign(new Error('The body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', error, request.raw.socket)
}
