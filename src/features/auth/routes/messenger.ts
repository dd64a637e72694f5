import { settingsHref } from '#base/settings-panes.ts'
import { isForm } from '#platform/http/accept.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import { BOT_COOKIE_SECONDS, packWaiting } from '../bot.ts'
import { authMessages } from '../messages/sign-in.ts'
import { MessengerPage } from '../pages/messenger-page.tsx'
import { invalidAuthentication } from '../problems.ts'
import { EnterQuery, NextQuery, SIGN_IN_BODY_BYTES, SignedIn, WidgetBody } from '../schema.ts'
import { signInByLink } from '../service/bot.ts'
import { linkMessenger, signIn } from '../service/messenger.ts'
import { type AuthParts, confirmed, deviceOf, publicLogin, sendDone, session, setSessionCookie } from './shared.ts'

export const messengerRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { messenger, widget, botLink, cookie } = parts
  if (botLink !== null) botRoutes(app, { ...parts, botLink })

  // Everything wrong inside the object gets the same answer, including text that other routes reject earlier.
  const schema = { querystring: NextQuery, body: WidgetBody }
  const config = {
    alsoRefuses: [401, 403],
    completeRefusal: async (refusal) => (refusal.code === 'invalid_text' ? invalidAuthentication() : refusal),
  } satisfies Parameters<typeof app.post>[1]['config']

  app.post(
    '/auth/messenger',
    {
      bodyLimit: SIGN_IN_BODY_BYTES,
      config: { ...publicLogin, ...config },
      schema: {
        sentence: {
          he: 'כניסה עם הנתונים החתומים של כפתור ההתחברות; התשובה קובעת עוגיית חיבור.',
          en: 'Signs in with the signed fields of the login widget; the answer sets the session cookie.',
        },
        ...schema,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const session = await signIn(request.publicCtx, messenger, request.body, deviceOf(request, cookie))
      setSessionCookie(reply, cookie, session)
      return isForm(request) ? reply.redirect(request.query.next, 303) : { success: true as const }
    },
  )

  if (!widget) return
  app.post('/settings/sign-in/messenger', { config: { ...session, ...config }, schema }, async (request, reply) => {
    await linkMessenger(request.ctx, messenger, request.body)
    return sendDone(request, reply, settingsHref('sign-in', { done: 'methodAdded' }))
  })

  // Pages of their own, without a password field: the script of the messenger could read it.
  app.get('/settings/sign-in/messenger', { config: { ...confirmed, policy: 'widget' } }, async (_request, reply) =>
    reply.page(
      MessengerPage({
        frame: reply.frame,
        purpose: 'add',
        next: settingsHref('sign-in', { done: 'methodAdded' }),
        widget,
      }),
    ),
  )

  app.get(
    '/confirm/messenger',
    { config: { ...session, policy: 'widget' }, schema: { querystring: NextQuery } },
    async (request, reply) =>
      reply.page(MessengerPage({ frame: reply.frame, purpose: 'confirm', next: request.query.next, widget })),
  )
}

/** Sign-in for browsers that block the widget: the user messages the bot, which replies with a link. */
function botRoutes(
  app: App,
  { messenger, origin, cookie, botLink }: Pick<AuthParts, 'messenger' | 'origin' | 'cookie'> & { botLink: string },
) {
  // Lax, not Strict: the link is opened from the messenger.
  const waiting = { ...cookie.options, maxAge: BOT_COOKIE_SECONDS }

  app.get('/auth/bot', { config: publicLogin, schema: { querystring: NextQuery } }, async (request, reply) => {
    const code = request.publicCtx.newToken()
    reply.setCookie(cookie.botName, packWaiting(code, request.query.next), waiting)
    return reply.header('cache-control', 'no-store').redirect(`${botLink}?start=${code}`)
  })

  app.get('/auth/bot/enter', { config: publicLogin, schema: { querystring: EnterQuery } }, async (request, reply) => {
    const device = {
      ...deviceOf(request, cookie),
      waiting: request.cookies[cookie.botName],
      placeholderName: authMessages(request.publicCtx.locale).placeholderName,
    }
    const settings = { ...messenger, origin }
    const { next, ...session } = await signInByLink(request.publicCtx, settings, request.query, device)
    reply.clearCookie(cookie.botName, waiting)
    return setSessionCookie(reply, cookie, session).header('cache-control', 'no-store').redirect(next, 303)
  })
}
