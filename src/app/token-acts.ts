import type { FastifyRequest } from 'fastify'
import { isSafe } from '#platform/http/guard.ts'
import type { App, TokenVisitor } from '#platform/http/types.ts'
import { didByToken } from '#features/agent/public.ts'
import { spend } from '#features/tokens/public.ts'

/**
 * A token's day and its journal hold over the API too, or one line of curl would step around them: each request that
 * writes counts as one, and each run, and what it did is written down before it is answered. Tools do both for
 * themselves, in the transaction of what they write.
 */
export function addTokenActs(app: App): void {
  app.addHook('preHandler', async (request) => {
    const token = actingToken(request)
    if (token) await spend(request.ctx.db, request.ctx, token, isRun(request) ? 'runs' : 'writes')
  })
  app.addHook('onSend', async (request, reply) => {
    const token = actingToken(request)
    if (!token || reply.statusCode >= 400) return
    const { method, routeOptions, params } = request
    await didByToken(request.ctx, token, { method, url: routeOptions.url ?? '', params })
  })
}

/** The token behind a request that is an act; reading is none. */
function actingToken(request: FastifyRequest): TokenVisitor | null {
  const { visitor } = request
  if (visitor?.via !== 'token' || request.routeOptions.config.tokenOnly) return null
  return isRun(request) || !isSafe(request) ? visitor.token : null
}

function isRun(request: FastifyRequest): boolean {
  return request.routeOptions.config.limit === 'run'
}
