import type { FastifyRequest } from 'fastify'
import { isSafe } from '#platform/http/guard.ts'
import type { App, VisitorToken } from '#platform/http/types.ts'
import { recordTokenCall, spendForRequest } from '#features/agent/public.ts'

/**
 * Applies a token's daily limits and its audit log to the API too, or a plain HTTP request would bypass them: each writing
 * request and each run counts as one, a request that writes several files or notes as many, and is recorded before the
 * response. MCP tools and git pushes do both themselves, in the transaction of their write.
 */
export function addTokenActs(app: App): void {
  app.addHook('preHandler', async (request) => {
    const token = actingToken(request)
    if (token) await spendForRequest(request.ctx, token, isRun(request) ? 'runs' : 'writes')
  })
  app.addHook('onSend', async (request, reply) => {
    const token = actingToken(request)
    if (!token || reply.statusCode >= 400) return
    const { method, routeOptions, params } = request
    await recordTokenCall(request.ctx, token, { method, url: routeOptions.url ?? '', params })
  })
}

/** The token of a request that must be recorded; reads are not. */
function actingToken(request: FastifyRequest): VisitorToken | null {
  const { visitor } = request
  if (visitor?.via !== 'token' || request.routeOptions.config.tokenOnly) return null
  return isRun(request) || !isSafe(request) ? visitor.token : null
}

function isRun(request: FastifyRequest): boolean {
  return request.routeOptions.config.limit === 'run'
}
