import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { rateLimited } from './problems.ts'
import type { App, LimitClass } from './types.ts'

/** Requests a minute, per person, or per address when signed out. There are no daily limits. */
const PER_MINUTE: Record<LimitClass, number> = { read: 300, write: 120, note: 300, search: 60, login: 20, run: 20 }

type Check = (request: FastifyRequest) => Promise<Verdict>
type Verdict =
  | { isAllowed: true }
  | { isAllowed: false; max: number; remaining: number; ttlInSeconds: number; isExceeded: boolean }

/** Counts in memory, or in Redis so that all web processes count together. */
export async function rateLimits(app: App, redisUrl: string | null, factor: number) {
  const redis =
    redisUrl === null
      ? null
      : new Redis(redisUrl, {
          maxRetriesPerRequest: 1,
          enableOfflineQueue: false,
          // A Redis that falls silent delays nobody for longer than this, and soon not at all: the connection is given up.
          commandTimeout: 250,
          socketTimeout: 1_000,
        })
  redis?.on('error', (error: Error) => app.log.warn({ err: error }, 'rate limits count without redis'))
  await app.register(rateLimit, {
    global: false,
    nameSpace: 'codeshelf-limit-',
    // Redis away: people keep working, unlimited, rather than being locked out.
    skipOnError: true,
    ...(redis && { redis }),
  })
  app.addHook('onClose', () => redis?.disconnect())

  const checks = Object.fromEntries(
    Object.entries(PER_MINUTE).map(([limit, max]) => [
      limit,
      app.createRateLimit({ max: max * factor, timeWindow: 60_000, keyGenerator: (request) => keyOf(limit, request) }),
    ]),
  ) as unknown as Record<LimitClass, Check>

  return async (request: FastifyRequest, reply: FastifyReply, as?: LimitClass): Promise<void> => {
    const limit = as ?? limitOf(request)
    if (limit === false) return
    const verdict = await checks[limit](request)
    if (verdict.isAllowed) return
    const headers = {
      'ratelimit-limit': String(verdict.max),
      'ratelimit-remaining': String(verdict.remaining),
      'ratelimit-reset': String(verdict.ttlInSeconds),
    }
    reply.headers(headers)
    if (!verdict.isExceeded) return
    throw rateLimited({ retry_after: verdict.ttlInSeconds }, { 'retry-after': String(verdict.ttlInSeconds) })
  }
}

function limitOf(request: FastifyRequest): LimitClass | false {
  return request.routeOptions.config.limit ?? (request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write')
}

function keyOf(limit: string, request: FastifyRequest): string {
  return `${limit}:${request.visitor ? `u${request.visitor.user.id}` : request.ip}`
}
