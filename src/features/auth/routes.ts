import { parseId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import { notFound } from '#platform/http/problems.ts'
import { helmetWithWidget } from '#platform/http/security.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { LoginPage } from './pages/login-page.tsx'
import { AppearanceBody, NextQuery, SessionParams, SignedIn, WidgetBody } from './schema.ts'
import * as auth from './service.ts'

export type AuthParts = {
  settings: auth.SignInSettings
  widget: { botName: string; scriptUrl: string } | null
  /** Development only: sign in without a messenger. */
  offerDemo: boolean
  cookie: auth.SessionCookie
}

export const authRoutes: FeatureRoutes<AuthParts> = (app, { settings, widget, offerDemo, cookie }) => {
  app.get(
    '/login',
    { config: { auth: 'public' }, schema: { querystring: NextQuery }, helmet: helmetWithWidget },
    async (request, reply) => {
      const next = request.query.next
      if (request.visitor) return reply.redirect(next)
      const devUsers = offerDemo ? auth.signedDemoUsers(request.publicCtx, settings.botToken) : []
      return reply.page(
        LoginPage({ frame: reply.frame, next, widget, why: settings.botToken === null ? 'off' : null, devUsers }),
      )
    },
  )

  app.post(
    '/auth/messenger',
    {
      config: { auth: 'public', limit: 'login' },
      schema: { querystring: NextQuery, body: WidgetBody, response: { 200: SignedIn } },
    },
    async (request, reply) => {
      const device = {
        userAgent: request.headers['user-agent'] ?? '',
        previousToken: request.cookies[cookie.name] ?? null,
      }
      const session = await auth.signIn(request.publicCtx, settings, request.body, device)
      reply.setCookie(cookie.name, session.token, { ...cookie.options, expires: session.endsAt })
      if (isForm(request)) return reply.redirect(request.query.next, 303)
      return { success: true as const }
    },
  )

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/logout',
      config: { auth: 'user' },
      handler: async (request, reply) => {
        if (request.visitor?.via === 'session') await auth.signOut(request.ctx, request.visitor.sessionId)
        return reply.clearCookie(cookie.name, cookie.options).redirect('/', 303)
      },
    })
  }

  app.post(
    '/settings/sessions/:id/revoke',
    { config: { auth: 'user' }, schema: { params: SessionParams } },
    async (request, reply) => {
      const id = parseId<'session'>(request.params.id)
      if (!id) throw notFound()
      await auth.revokeSession(request.ctx, id)
      const wasThisOne = request.visitor?.via === 'session' && request.visitor.sessionId === id
      return reply.redirect(wasThisOne ? '/login' : '/settings?done=revoked#sessions', 303)
    },
  )

  app.post('/settings/sessions/revoke-others', { config: { auth: 'user' } }, async (request, reply) => {
    if (request.visitor?.via === 'session') await auth.revokeOtherSessions(request.ctx, request.visitor.sessionId)
    return reply.redirect('/settings?done=othersRevoked#sessions', 303)
  })

  app.post(
    '/settings/appearance',
    { config: { auth: 'public' }, schema: { body: AppearanceBody } },
    async (request, reply) => {
      const { next, ...appearance } = request.body
      if (request.visitor) await auth.setAppearance(request.ctx, appearance)
      // Also as cookies: the choice outlives signing out.
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
