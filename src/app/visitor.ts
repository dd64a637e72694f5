import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/pool.ts'
import type { Visitor } from '#platform/http/types.ts'
import { findSessionVisitor, type SessionCookie } from '#features/auth/public.ts'
import { findTokenVisitor } from '#features/tokens/public.ts'

/** Authenticates a request: by token if one is presented, else by cookie. A bad token does not fall back to the cookie. */
export function visitorFinder(db: Db, cookie: SessionCookie) {
  return async (request: FastifyRequest): Promise<Visitor | null> => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer !== undefined) return byToken(db, bearer, request.startedAt)
    const token = request.cookies[cookie.name]
    return token === undefined ? null : findSessionVisitor(db, token, request.startedAt)
  }
}

async function byToken(db: Db, secret: string, now: Date): Promise<Visitor | null> {
  const visit = await findTokenVisitor(db, secret, now)
  if (!visit) return null
  const { firstName, role, locale, theme } = visit.person
  const { scopes, token } = visit
  return { via: 'token', scopes, token, user: { id: visit.userId, role, firstName }, locale, theme }
}
