import type { FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from '../tracing.ts'
import type { App } from './types.ts'

/** Before every other hook, so that what they ask the database belongs to the request too. */
export function traceRequests(app: App, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const caller = typeof traceparent === 'string' ? traceparent : undefined
    const span = tracing.request(request.method, request.routeOptions.url ?? 'unknown', caller)
    spans.set(request, span)
    span.run(done)
  })
  // A body arrives in events of the connection, which know nothing of the request that they belong to.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => spans.get(request)?.end(reply.statusCode))
}
