import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/pool.ts'
import type { Visitors } from '#platform/http/types.ts'
import { type SessionCookie, sessionVisitorFinder } from '#features/auth/public.ts'
import { tokenVisitorFinder } from '#features/tokens/public.ts'

/** Authenticates a request: by token if one is presented, else by cookie. A bad token does not fall back to the cookie. */
export function visitorFinder(db: Db, cookie: SessionCookie): Visitors {
  const bySession = sessionVisitorFinder(db)
  const byToken = tokenVisitorFinder(db)
  return {
    credentialOf: (request) => tokenOf(request) ?? request.cookies[cookie.name] ?? null,
    async find(request) {
      const secret = tokenOf(request)
      if (secret !== undefined) {
        const visit = await byToken(secret, request.startedAt)
        if (!visit) return null
        const { scopes, token, userId, person } = visit
        const { firstName, role, locale, theme } = person
        return { via: 'token', scopes, token, user: { id: userId, role, firstName }, locale, theme }
      }
      const token = request.cookies[cookie.name]
      return token === undefined ? null : bySession(token, request.startedAt)
    },
  }
}

/**
 * The token that a request presents. Basic authentication is for git only: a browser that once asked for a password would send
 * it again from pages of other sites.
 */
function tokenOf({ headers: { authorization = '' }, routeOptions: { config } }: FastifyRequest): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (bearer !== undefined || !config.forGit) return bearer
  const basic = /^Basic ([\w+/=-]+)$/i.exec(authorization)?.[1]
  // The password follows the first colon; any user name is accepted.
  return basic === undefined
    ? undefined
    : Buffer.from(basic, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
}
