import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import { isFromOtherSite } from '#platform/http/guard.ts'
import { notFound } from '#platform/http/problems.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import { BOT_COOKIE_SECONDS, packWaiting } from './bot.ts'
import { authMessages } from './messages.ts'
import { LoginPage } from './pages/login-page.tsx'
import { LogoutPage } from './pages/logout-page.tsx'
import { invalidAuthentication } from './problems.ts'
import {
  AppearanceBody,
  EnterQuery,
  NextQuery,
  SessionParams,
  SIGN_IN_BODY_BYTES,
  SignedIn,
  WidgetBody,
} from './schema.ts'
import * as auth from './service.ts'
import { signInByLink } from './service/bot.ts'

export type AuthParts = {
  settings: auth.SignInSettings
  /** Part of the signed text: a link from another installation with the same bot is invalid here. */
  origin: string
  widget: { botName: string; scriptUrl: string } | null
  /** The URL of the chat with the bot; null when sign-in through the bot is off. */
  botLink: string | null
  /** Development only: sign in without a messenger. */
  offerDemo: boolean
  cookie: auth.SessionCookie
}

export const authRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { settings, widget, botLink, offerDemo, cookie } = parts
  if (botLink !== null) botRoutes(app, { ...parts, botLink })

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
      bodyLimit: SIGN_IN_BODY_BYTES,
      config: {
        auth: 'public',
        limit: 'login',
        alsoRefuses: [401],
        // Everything wrong inside the object gets the same answer, including text that other routes reject earlier.
        completeRefusal: async (refusal) => (refusal.code === 'invalid_text' ? invalidAuthentication() : refusal),
      },
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

  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.visitor?.via === 'session') await auth.signOut(request.ctx, request.visitor.sessionId)
    return forgetVisit(reply, cookie).redirect('/', 303)
  }
  app.post('/logout', { config: { auth: 'user' } }, signOut)
  // A link on another site must not sign the user out: browsers send the cookie with a navigation.
  app.get('/logout', { config: { auth: 'user' } }, async (request, reply) =>
    isFromOtherSite(request, parts.origin) ? reply.page(LogoutPage({ frame: reply.frame })) : signOut(request, reply),
  )

  app.post(
    '/settings/sessions/:id/revoke',
    { config: { auth: 'user' }, schema: { params: SessionParams } },
    async (request, reply) => {
      const id = parseId<'session'>(request.params.id)
      if (!id) throw notFound()
      await auth.revokeSession(request.ctx, id)
      const wasThisOne = request.visitor?.via === 'session' && request.visitor.sessionId === id
      return wasThisOne
        ? forgetVisit(reply, cookie).redirect('/login', 303)
        : reply.redirect('/settings?done=revoked#sessions', 303)
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
function forgetVisit(reply: FastifyReply, cookie: auth.SessionCookie): FastifyReply {
  return reply.header('clear-site-data', '"cache"').clearCookie(cookie.name, cookie.options)
}

/** Sign-in for browsers that block the widget: the user messages the bot, which replies with a link. */
function botRoutes(
  app: App,
  { settings, origin, cookie, botLink }: Pick<AuthParts, 'settings' | 'origin' | 'cookie'> & { botLink: string },
) {
  const open = { auth: 'public', limit: 'login' } as const
  // Lax, not Strict: the link is opened from the messenger.
  const waiting = { ...cookie.options, maxAge: BOT_COOKIE_SECONDS }

  app.get('/auth/bot', { config: open, schema: { querystring: NextQuery } }, async (request, reply) => {
    const code = request.publicCtx.newToken()
    reply.setCookie(cookie.botName, packWaiting(code, request.query.next), waiting)
    return reply.header('cache-control', 'no-store').redirect(`${botLink}?start=${code}`)
  })

  app.get('/auth/bot/enter', { config: open, schema: { querystring: EnterQuery } }, async (request, reply) => {
    const device = {
      userAgent: request.headers['user-agent'] ?? '',
      previousToken: request.cookies[cookie.name] ?? null,
      waiting: request.cookies[cookie.botName],
      placeholderName: authMessages(request.publicCtx.locale).placeholderName,
    }
    const { token, endsAt, next } = await signInByLink(
      request.publicCtx,
      { ...settings, origin },
      request.query,
      device,
    )
    reply.clearCookie(cookie.botName, waiting)
    reply.setCookie(cookie.name, token, { ...cookie.options, expires: endsAt })
    return reply.header('cache-control', 'no-store').redirect(next, 303)
  })
}
