import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { type ZodTypeProvider, serializerCompiler } from '@fastify/type-provider-zod'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { findAssets, serveAssets } from './assets.ts'
import { enforceBodyLimits, DEFAULT_BODY_BYTES } from './body-limits.ts'
import { decorateRequests } from './decorate.ts'
import { addErrorHandlers } from './errors.ts'
import { guard } from './guard.ts'
import { healthRoutes } from './health.ts'
import { rateLimits } from './limits.ts'
import { openApi } from './openapi.ts'
import type { ServerParts } from './server-parts.ts'
import { serverWithoutPipelining } from './pipelining.ts'
import { processSlots } from '../slots.ts'
import { securityHeaders } from './security.ts'
import { traceRequests } from './trace-requests.ts'
import type { App } from './types.ts'
import { validateWithZod } from './validation.ts'

/** Deadline for a whole request: a large import over a slow line takes minutes. Headers have Node's minute, small bodies less. */
const REQUEST_TIMEOUT_MS = 10 * 60_000

/** The server without any feature: what applies to every route. */
export async function createServer(parts: ServerParts, addRoutes: (app: App) => void | Promise<void>): Promise<App> {
  const { config, database, metrics } = parts
  const app: App = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: (_address: string, hop: number) => hop < config.http.trustedProxies,
    bodyLimit: DEFAULT_BODY_BYTES,
    serverFactory: (handle) => serverWithoutPipelining(handle, REQUEST_TIMEOUT_MS),
    // Requests that arrive on kept-alive connections while closing are still served, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 2_000 },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateWithZod)
  app.setSerializerCompiler(serializerCompiler)

  if (parts.tracing) traceRequests(app, parts.tracing)
  let closing = false
  app.decorate('beginDrain', () => {
    closing = true
  })
  app.addHook('preClose', async () => app.beginDrain())
  answerHeaders(app, metrics, () => closing)
  await app.register(cookie)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
  const slots = processSlots()
  decorateRequests(app, { ...parts, slots }, findAssets(config.assetsDir, config.mode))
  enforceBodyLimits(app, { threads: parts.threads, slots, maxFileBytes: config.maxFileBytes })
  securityHeaders(app, { https: config.http.origin.startsWith('https:') })
  const limit = await rateLimits(app, config.redisUrl, config.http.limitFactor)
  guard(app, { origin: config.http.origin, visitors: parts.visitors, requestSlots: slots.requests, limit })
  addErrorHandlers(app)
  await openApi(app)
  healthRoutes(app, { db: database.db, installation: parts.installation }, () => closing)
  await serveAssets(app, config.assetsDir)
  await addRoutes(app)
  return app
}

/** On every response: its request id, a log line, a measurement, and while closing a hint to reconnect. */
function answerHeaders(app: App, metrics: Metrics, isClosing: () => boolean): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // Only after the listening socket is closed: a client that reconnects must reach another process.
    if (isClosing() && !app.server.listening) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the URL: URLs hold ids.
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    metrics.requests.observe({ method: request.method, route, status: String(reply.statusCode) }, seconds)
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
