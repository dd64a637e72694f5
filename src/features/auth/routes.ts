import { parseId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import { notFound } from '#platform/http/problems.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import { BOT_COOKIE, BOT_COOKIE_SECONDS, packWaiting } from './bot.ts'
import { LoginPage } from './pages/login-page.tsx'
import { AppearanceBody, EnterQuery, NextQuery, SessionParams, SignedIn, WidgetBody } from './schema.ts'
import * as auth from './service.ts'
import { enterByLink } from './service/bot.ts'

export type AuthParts = {
  settings: auth.SignInSettings
  widget: { botName: string; scriptUrl: string } | null
  /** Where a chat with the bot opens; null: the bot signs nobody in. */
  botLink: string | null
  /** Development only: sign in without a messenger. */
  offerDemo: boolean
  cookie: auth.SessionCookie
}

export const authRoutes: FeatureRoutes<AuthParts> = (app, { settings, widget, botLink, offerDemo, cookie }) => {
  if (botLink !== null) botRoutes(app, { settings, cookie, botLink })

  app.get(
    '/login',
    { config: { auth: 'public', policy: 'widget' }, schema: { querystring: NextQuery } },
    async (request, reply) => {
      const next = request.query.next
      if (request.visitor) return reply.redirect(next)
      const devUsers = offerDemo ? auth.signedDemoUsers(request.publicCtx, settings.botToken) : []
      return reply.page(
        LoginPage({
          frame: reply.frame,
          next,
          widget,
          byBot: botLink !== null,
          why: settings.botToken === null ? 'off' : null,
          devUsers,
        }),
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

/** The second way in, for browsers where the widget is blocked: a message to the bot, and a link back from it. */
function botRoutes(
  app: App,
  { settings, cookie, botLink }: Pick<AuthParts, 'settings' | 'cookie'> & { botLink: string },
) {
  const open = { auth: 'public', limit: 'login' } as const
  // Lax, and not Strict: the link that comes back is opened from the messenger.
  const waiting = { ...cookie.options, path: '/auth/bot', maxAge: BOT_COOKIE_SECONDS }

  app.get('/auth/bot', { config: open, schema: { querystring: NextQuery } }, async (request, reply) => {
    const code = request.publicCtx.newToken()
    reply.setCookie(BOT_COOKIE, packWaiting(code, request.query.next), waiting)
    return reply.header('cache-control', 'no-store').redirect(`${botLink}?start=${code}`)
  })

  app.get('/auth/bot/enter', { config: open, schema: { querystring: EnterQuery } }, async (request, reply) => {
    const device = {
      userAgent: request.headers['user-agent'] ?? '',
      previousToken: request.cookies[cookie.name] ?? null,
      waiting: request.cookies[BOT_COOKIE],
    }
    const { token, endsAt, next } = await enterByLink(request.publicCtx, settings, request.query, device)
    reply.clearCookie(BOT_COOKIE, waiting)
    reply.setCookie(cookie.name, token, { ...cookie.options, expires: endsAt })
    return reply.header('cache-control', 'no-store').redirect(next, 303)
  })
}
