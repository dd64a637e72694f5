import type { FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from '../tracing/tracing.ts'
import type { App } from './types.ts'

/** Before every other hook, so that their database queries belong to the request too. */
export function traceRequests(app: App, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const caller = typeof traceparent === 'string' ? traceparent : undefined
    const span = tracing.request(request.method, request.routeOptions.url ?? 'unknown', caller)
    spans.set(request, span)
    span.run(done)
  })
  // A body arrives in events of the socket, which lack the async context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => spans.get(request)?.end(reply.statusCode))
}
