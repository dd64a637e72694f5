import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#base/roles.ts'
import { isNavigation, wantsHtml } from './accept.ts'
import {
  adminOnly,
  authenticationRequired,
  foreignOrigin,
  insufficientScope,
  premiumRequired,
  sessionRequired,
  tokenRequired,
} from './problems.ts'
import type { App, Auth, LimitClass, RouteRow, Visitor } from './types.ts'

export type GuardParts = {
  origin: string
  findVisitor: (request: FastifyRequest) => Promise<Visitor | null>
  limit: (request: FastifyRequest, reply: FastifyReply, as?: LimitClass) => Promise<void>
}

/** The one place where requests are let in: origin, then who, then how often. */
export function guard(app: App, { origin, findVisitor, limit }: GuardParts): void {
  const table: RouteRow[] = []
  app.decorate('routeTable', () => table)
  app.decorateReply('countAs', function countAs(as) {
    return limit(this.request, this, as)
  })
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (config?.auth === undefined) throw new Error(`${String(method)} ${url} does not state config.auth`)
    for (const each of [method].flat())
      table.push({ method: each, url, auth: config.auth, takesBody: schema?.body !== undefined })
  })

  app.addHook('onRequest', async (request, reply) => {
    request.visitor = await findVisitor(request)
    const auth = request.routeOptions.config.auth ?? 'public'
    if (auth !== 'public' && !request.visitor)
      throw authenticationRequired({ redirect: '/login' }, redirectHeaders(request))
    if (request.visitor?.via === 'token') assertScope(request, request.visitor.scopes)
    else assertSameSite(request, origin)
    if (request.routeOptions.config.tokenOnly && request.visitor?.via !== 'token') throw tokenRequired()
    assertRole(auth, request.visitor?.user.role)
    await limit(request, reply)
  })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request changes nothing, by its method alone. */
export function isSafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return SAFE.has(method)
}

/**
 * Browsers put `Sec-Fetch-Site` and `Origin` on every write, and a page cannot forge them. A write with neither comes from a
 * program, which has no ambient cookie to be tricked out of.
 */
function assertSameSite(request: FastifyRequest, origin: string): void {
  if (isSafe(request)) return
  const from = request.headers.origin
  const site = request.headers['sec-fetch-site']
  if (from !== undefined ? from !== origin : site !== undefined && site !== 'same-origin') throw foreignOrigin()
}

/** Tokens are for programs: the API and the bytes of files. They carry no cookie, so the origin does not matter. */
const FOR_TOKENS = /^\/(api|download|raw|mcp)(\/|$)/

function assertScope(request: FastifyRequest, scopes: readonly string[]): void {
  const { config, url } = request.routeOptions
  if (config.sessionOnly || !FOR_TOKENS.test(url ?? '')) throw sessionRequired()
  if (config.tokenOnly) return
  const scope = config.limit === 'run' ? 'run' : isSafe(request) ? 'read' : 'write'
  if (!scopes.includes(scope)) throw insufficientScope({ scope })
}

function assertRole(auth: Auth, role: Role | undefined): void {
  if (auth === 'admin' && role !== 'admin') throw adminOnly()
  if (auth === 'premium' && role !== 'premium' && role !== 'admin') throw premiumRequired()
}

/** A navigation is sent to the login page and back; the answer still carries the JSON body. */
function redirectHeaders(request: FastifyRequest): Record<string, string> {
  if (!isNavigation(request) || !wantsHtml(request))
    return request.routeOptions.config.tokenOnly ? { 'www-authenticate': 'Bearer' } : {}
  return { location: `/login?next=${encodeURIComponent(request.url)}` }
}
