import type { RequestCounts } from '../events/request-counts.ts'
import type { App } from './types.ts'

/** Counts every response by its route, except probes and assets, whose latency users do not notice. */
export function countRequests(app: App, counts: RequestCounts): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    if (config.limit === false) return
    counts.add({ method: request.method, route: url ?? 'unknown', status: reply.statusCode, ms: reply.elapsedTime })
  })
  app.addHook('onClose', () => counts.close())
}
