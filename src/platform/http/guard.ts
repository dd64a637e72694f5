import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import { Problem } from '../problem.ts'
import type { Slots } from '../slots.ts'
import { isNavigation, wantsHtml } from './accept.ts'
import {
  adminOnly,
  authenticationRequired,
  confirmationRequired,
  foreignOrigin,
  insufficientScope,
  premiumRequired,
  sessionRequired,
  tokenRequired,
  wrongAddress,
} from './problems.ts'
import { addressKey } from './address-key.ts'
import { inPersonShare } from '../db/person-share.ts'
import { limitRequestsAtOnce } from './requests-at-once.ts'
import { rejectUnstorableTexts } from './check-texts.ts'
import type { App, Auth, LimitClass, RouteInfo, Visitors } from './types.ts'

export type GuardParts = {
  origin: string
  visitors: Visitors
  requestSlots: Slots
  limit: (request: FastifyRequest, reply: FastifyReply, as?: LimitClass) => Promise<void>
}

/** Admits requests: checks the origin, then authentication, then the rate limit, and last the texts. */
export function guard(app: App, { origin, visitors, requestSlots, limit }: GuardParts): void {
  const table: RouteInfo[] = []
  app.decorate('routeTable', () => table)
  app.decorateReply('countAs', function countAs(as) {
    return limit(this.request, this, as)
  })
  app.addHook('onRoute', ({ method, url, config, schema, bodyLimit }) => {
    if (config?.auth === undefined) throw new Error(`${String(method)} ${url} does not state config.auth`)
    if (config.isUndeclared) return
    for (const each of [method].flat())
      table.push({
        method: each,
        url,
        auth: config.auth,
        takesBody: schema?.body !== undefined,
        rawBody: config.rawBody === true,
        bodyLimit,
        config,
        schema: schema ?? {},
      })
  })

  const holdSlot = limitRequestsAtOnce(app, requestSlots, visitors.credentialOf)
  app.addHook('onRequest', async (request, reply) => {
    const { auth = 'public', isAnonymous } = request.routeOptions.config
    if (isAnonymous) request.cookies = {}
    else {
      await holdSlot(request, reply)
      // Of the network, because it is not known yet whose request it is: each of many requests may present an invented token of its own.
      request.visitor = await inPersonShare(addressKey(request.ip), () => visitors.find(request))
    }
    if (auth !== 'public' && !request.visitor)
      throw authenticationRequired({ redirect: '/login' }, redirectHeaders(request))
    // A token learns that a path or a method does not exist: there is no route that could name a scope.
    if (request.visitor?.via !== 'token') assertSameSite(request, origin)
    const { config, url = '' } = request.routeOptions
    assertAdmitted(request, { method: request.method, url, auth, config }, origin)
    await limit(request, reply)
  })
  addRefusalOf(app, table, origin)
  rejectUnstorableTexts(app)
}

function addRefusalOf(app: App, table: readonly RouteInfo[], origin: string): void {
  app.decorateRequest('refusalOf', function refusalOf(name) {
    const route = table.find(({ method, url }) => `${method} ${url}` === name)
    if (!route) throw new Error(`There is no route ${name}`)
    try {
      assertAdmitted(this, route, origin)
      return null
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  })
}

/** What a route requires of its visitor, besides the origin and the rate limit. */
type Admission = Pick<RouteInfo, 'method' | 'url' | 'auth' | 'config'>

function assertAdmitted(request: FastifyRequest, route: Admission, origin: string): void {
  const { visitor } = request
  if (visitor?.via === 'token' && !request.is404) assertScope(route, visitor.scopes)
  if (route.config.tokenOnly && visitor?.via !== 'token') throw tokenRequired()
  assertRole(route.auth, visitor?.user.role)
  if (needsConfirmation(route)) assertConfirmed(request, origin)
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request is read-only, by its method alone. */
export function isSafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return SAFE.has(method)
}

/**
 * Browsers send `Sec-Fetch-Site` and `Origin` with every write, and a page cannot forge them. A write with neither is allowed
 * only without a session: webhooks and sign-in from a program carry no cookie that another site could use.
 */
function assertSameSite(request: FastifyRequest, origin: string): void {
  if (isSafe(request)) return
  const from = request.headers.origin
  const site = request.headers['sec-fetch-site']
  const isOurs = from === undefined ? site === 'same-origin' : from === origin
  const hasNeither = from === undefined && site === undefined
  if (isOurs || (hasNeither && !request.visitor)) return
  throw isOwnPage(request, from) ? wrongAddress({ address: origin }) : foreignOrigin()
}

/** Whether the page was loaded from the host that now receives its request: nobody attacks, the address is only not the configured one. */
function isOwnPage({ headers: { host } }: FastifyRequest, from: string | undefined): boolean {
  return from !== undefined && URL.parse(from)?.host === host
}

/** For a GET with side effects: true when followed from a page of another site. A typed URL or a bookmark is the user's own. */
export function isFromOtherSite({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.referer !== undefined && URL.parse(headers.referer)?.origin !== origin
}

/** The session of a request, on a route that is `sessionOnly`. */
export function sessionIdOf({ visitor }: FastifyRequest): SessionId {
  if (visitor?.via !== 'session') throw sessionRequired()
  return visitor.sessionId
}

/** Tokens are for programs: the API and the bytes of files. They carry no cookie, so the origin does not matter. */
const FOR_TOKENS = /^\/(api|download|raw|mcp|library\.git)(\/|$)/

/** The scope that a token needs on a route; `own` when the route checks it itself, null where tokens are rejected. */
export function tokenScope({ method, url, config }: Pick<RouteInfo, 'method' | 'url' | 'config'>) {
  if (config.sessionOnly || !FOR_TOKENS.test(url)) return null
  if (config.tokenOnly) return 'own'
  if (config.limit === 'run') return 'run'
  return isSafe({ method }) ? 'read' : 'write'
}

function assertScope(route: Admission, scopes: readonly string[]): void {
  const scope = tokenScope(route)
  if (scope === null) throw sessionRequired()
  if (scope !== 'own' && !scopes.includes(scope)) throw insufficientScope({ scope })
}

function assertRole(auth: Auth, role: Role | undefined): void {
  if (auth === 'admin' && role !== 'admin') throw adminOnly()
  if (auth === 'premium' && role !== 'premium' && role !== 'admin') throw premiumRequired()
}

/** The addresses of the account itself: everything else of a person is their library. */
const ACCOUNT = /^\/(api\/)?settings\//

/**
 * Whether a session must have been proved within the last ten minutes. That is the default for every write of an admin, of the account,
 * and of what is closed to tokens; a route that is an exception says why.
 */
export function needsConfirmation({ method, url, config }: Pick<RouteInfo, 'method' | 'url' | 'config'>): boolean {
  const { auth = 'public', confirmed, unconfirmedBecause, sessionOnly } = config
  if (confirmed) return true
  if (auth === 'public' || isSafe({ method }) || unconfirmedBecause !== undefined) return false
  return auth === 'admin' || sessionOnly === true || ACCOUNT.test(url)
}

/** How long a proof counts as a confirmation that the person at the keyboard is the owner of the account. */
const CONFIRMED_MS = 10 * 60_000

/**
 * Step-up: a session that was left open must not be enough to take over the account. A browser is sent to /confirm and back to
 * the page it came from. Tokens are exempt, because nobody sits in front of a program.
 */
function assertConfirmed(request: FastifyRequest, origin: string): void {
  if (isConfirmed(request)) return
  const next = isNavigation(request) ? request.url : pageBefore(request, origin)
  const headers = wantsHtml(request) ? { location: `/confirm?next=${encodeURIComponent(next)}` } : {}
  throw confirmationRequired({ redirect: '/confirm' }, headers)
}

/** Whether a route that needs a confirmation accepts this request as it is. */
export function isConfirmed({ visitor, startedAt }: Pick<FastifyRequest, 'visitor' | 'startedAt'>): boolean {
  if (visitor?.via !== 'session') return true
  return visitor.provedAt !== null && startedAt.getTime() - visitor.provedAt.getTime() < CONFIRMED_MS
}

/** The page of ours that a form was on. */
function pageBefore({ headers }: FastifyRequest, origin: string): string {
  const page = URL.parse(headers.referer ?? '')
  return page?.origin === origin ? page.pathname + page.search : '/settings'
}

/** Redirects a navigation to the login page and back; the response still carries the JSON body. */
function redirectHeaders(request: FastifyRequest): Record<string, string> {
  // Git asks for a user name and a password only after this header.
  if (request.routeOptions.config.forGit) return { 'www-authenticate': 'Basic realm="Codeshelf", charset="UTF-8"' }
  if (!isNavigation(request) || !wantsHtml(request))
    return request.routeOptions.config.tokenOnly ? { 'www-authenticate': 'Bearer' } : {}
  return { location: `/login?next=${encodeURIComponent(request.url)}` }
}
