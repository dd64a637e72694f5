import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import { isFromOtherSite } from '#platform/http/guard.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { LogoutPage } from '../pages/logout-page.tsx'
import { AppearanceBody, SessionParams } from '../schema.ts'
import { setAppearance } from '../service/people.ts'
import * as sessions from '../service/sessions.ts'
import type { AuthParts } from './shared.ts'

const ending = { auth: 'user', unconfirmedBecause: 'ending a session takes access away' } as const
const NOWHERE = { provider: null }

export const sessionRoutes: FeatureRoutes<AuthParts> = (app, { origin, cookie, oidc }) => {
  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { visitor } = request
    const { provider } = visitor?.via === 'session' ? await sessions.signOut(request.ctx, visitor.sessionId) : NOWHERE
    // A page in between, because our policy lets no form lead to another site.
    const next = provider !== null && oidc.find(provider) ? `/signed-out/${provider}` : '/'
    return forgetVisit(reply, cookie).redirect(next, 303)
  }
  app.post('/logout', { config: { auth: 'user' } }, signOut)
  // A link on another site must not sign the user out: browsers send the cookie with a navigation.
  app.get('/logout', { config: { auth: 'user' } }, async (request, reply) =>
    isFromOtherSite(request, origin) ? reply.page(LogoutPage({ frame: reply.frame })) : signOut(request, reply),
  )

  app.post(
    '/settings/sessions/:id/revoke',
    { config: ending, schema: { params: SessionParams } },
    async (request, reply) => {
      const id = parseId<'session'>(request.params.id)
      if (!id) throw notFound()
      await sessions.revokeSession(request.ctx, id)
      const wasThisOne = request.visitor?.via === 'session' && request.visitor.sessionId === id
      return wasThisOne
        ? forgetVisit(reply, cookie).redirect('/login', 303)
        : reply.redirect(settingsHref('sessions', { done: 'revoked' }), 303)
    },
  )

  app.post('/settings/sessions/revoke-others', { config: ending }, async (request, reply) => {
    if (request.visitor?.via === 'session') await sessions.revokeOtherSessions(request.ctx, request.visitor.sessionId)
    return reply.redirect(settingsHref('sessions', { done: 'othersRevoked' }), 303)
  })

  app.post(
    '/settings/appearance',
    { config: { auth: 'public' }, schema: { body: AppearanceBody } },
    async (request, reply) => {
      const { next, ...appearance } = request.body
      if (request.visitor) await setAppearance(request.ctx, appearance)
      // Also set cookies, so that the choice survives signing out.
      const expires = addSeconds(request.startedAt, 365 * SECONDS_PER_DAY)
      for (const [name, value] of Object.entries(appearance)) {
        if (value === undefined) continue
        reply.setCookie(name, value, {
          path: '/',
          sameSite: 'lax',
          httpOnly: true,
          secure: cookie.options.secure,
          expires,
        })
      }
      return isForm(request) ? reply.redirect(next, 303) : { ok: true }
    },
  )
}

/** Clears the browser cache, because Back would show private pages from it. Keeps "storage", which holds unsent notes. */
function forgetVisit(reply: FastifyReply, cookie: sessions.SessionCookie): FastifyReply {
  return reply.header('clear-site-data', '"cache"').clearCookie(cookie.name, cookie.options)
}
