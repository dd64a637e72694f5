import rateLimit from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { addressKey } from './address-key.ts'
import { isSafe } from './guard.ts'
import { rateLimited } from './problems.ts'
import type { App, LimitClass, RouteInfo } from './types.ts'

/** Requests a minute, per user, or per address when signed out. There are no daily limits. */
export const PER_MINUTE: Record<LimitClass, number> = {
  read: 300,
  write: 120,
  note: 300,
  search: 60,
  login: 20,
  run: 20,
  // Each one may be a message to every device of the user.
  push_test: 6,
  explain: 10,
}

type Check = (request: FastifyRequest) => Promise<Verdict>
type Verdict =
  | { isAllowed: true }
  | { isAllowed: false; max: number; remaining: number; ttlInSeconds: number; isExceeded: boolean }

/** Imported only where it is configured, to save start-up time and memory elsewhere. */
async function openRedis(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // A Redis that hangs delays a request by at most this, and soon not at all: the connection is closed.
    commandTimeout: 250,
    socketTimeout: 1_000,
  })
}

/** Counts in memory, or in Redis so that all web processes share the counts. */
export async function rateLimits(app: App, redisUrl: string | null, factor: number) {
  const redis = redisUrl === null ? null : await openRedis(redisUrl)
  redis?.on('error', (error: Error) => app.log.warn({ err: error }, 'rate limits: redis unavailable'))
  await app.register(rateLimit, {
    global: false,
    nameSpace: 'codeshelf-limit-',
    // When Redis is down, users keep working without limits instead of being locked out.
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
  const { method, routeOptions } = request
  const limit = routeLimit({ method, config: routeOptions.config })
  return limit === 'read' && routeOptions.config.limit === undefined && hasQuery(request) ? 'search' : limit
}

/** The bucket of a route; a read with `q` counts as a search. */
export function routeLimit({ method, config }: Pick<RouteInfo, 'method' | 'config'>): LimitClass | false {
  return config.limit ?? (isSafe({ method }) ? 'read' : 'write')
}

/** Every searchable list takes `q`; without it the request is a read. */
function hasQuery({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'q' in query && query.q !== ''
}

function keyOf(limit: string, request: FastifyRequest): string {
  return `${limit}:${request.visitor ? `u${request.visitor.user.id}` : addressKey(request.ip)}`
}
