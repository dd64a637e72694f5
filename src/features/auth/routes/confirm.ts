import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormError } from '#base/form-error.ts'
import { addressKey } from '#platform/http/address-key.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import { isConfirmed, needsConfirmation } from '#platform/http/guard.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import { ConfirmPage } from '../pages/confirm-page.tsx'
import * as schema from '../schema.ts'
import { findConfirmWays } from '../service/confirm-ways.ts'
import { signInWithPassword } from '../service/passwords.ts'
import { knownDeviceOf, setKnownDevice } from './known-device.ts'
import { type AuthParts, confirming, deviceOf, publicLogin, sendSignedIn, session } from './shared.ts'

/** A signed-in person proves again that it is them: signing in again opens a new session, which is confirmed for ten minutes. */
export const confirmRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { ways, widget, cookie, oidc, offerDemo, messenger } = parts
  const waysOf = ({ ctx }: FastifyRequest) =>
    findConfirmWays(ctx, {
      ways,
      hasWidget: widget !== null,
      providers: oidc.providers,
      demoBotToken: offerDemo ? messenger.botToken : null,
    })
  const confirmPage = async (request: FastifyRequest, reply: FastifyReply, next: string, error?: FormError) =>
    ConfirmPage({
      frame: reply.frame,
      next,
      back: isClosed(app, next) ? '/settings' : next,
      ways: await waysOf(request),
      ...(error && { error }),
    })

  app.get('/confirm', { config: session, schema: { querystring: schema.NextQuery } }, async (request, reply) =>
    reply.page(await confirmPage(request, reply, request.query.next)),
  )

  /** For the dialog: whether it must ask, and what it can offer. */
  app.get(
    '/confirm/ways',
    { config: session, schema: { hide: true, response: { 200: schema.ConfirmReply } } },
    async (request, reply) => {
      const confirm = { confirmed: isConfirmed(request), ...(await waysOf(request)) }
      return reply.header('cache-control', 'no-store').send({ ok: true, ...confirm })
    },
  )

  if (!ways.passwords) return
  app.post(
    '/confirm/password',
    {
      config: { ...confirming, limit: publicLogin.limit, alsoRefuses: [401, 503] },
      schema: { querystring: schema.NextQuery, body: schema.PasswordBody },
    },
    async (request, reply) => {
      const { next } = request.query
      return orFormPage(
        request,
        reply,
        async () => {
          const { sign_in_name: signInName, password } = request.body
          const knownDevice = knownDeviceOf(request, cookie, signInName)
          const who = { address: addressKey(request.ip), mustBe: request.ctx.user.id }
          const attempt = { signInName, password, knownDevice, ...who }
          const opened = await signInWithPassword(request.ctx, attempt, deviceOf(request, cookie))
          setKnownDevice(reply, cookie, signInName, opened.knownDevice)
          return sendSignedIn(request, reply, cookie, { opened, method: 'password', next })
        },
        (error) => confirmPage(request, reply, next, error),
      )
    },
  )
}

/** Whether a path leads to the confirmation again. */
function isClosed(app: App, path: string): boolean {
  const [url] = path.split(/[?#]/)
  return app.routeTable().some((route) => route.method === 'GET' && route.url === url && needsConfirmation(route))
}
