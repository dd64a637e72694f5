import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '#platform/http/address-key.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { ConfirmPage } from '../pages/confirm-page.tsx'
import * as schema from '../schema.ts'
import { listMethods } from '../service/methods.ts'
import { signInWithPassword } from '../service/passwords.ts'
import { isUsable } from '../sign-in-methods.ts'
import { knownDeviceOf, setKnownDevice } from './known-device.ts'
import { type AuthParts, confirming, deviceOf, publicLogin, sendSignedIn, session } from './shared.ts'

/** A signed-in person proves again that it is them: signing in again opens a new session, which is confirmed for ten minutes. */
export const confirmRoutes: FeatureRoutes<AuthParts> = (app, { ways, widget, cookie, oidc }) => {
  const confirmPage = async (request: FastifyRequest, reply: FastifyReply, next: string, error?: string) => {
    const methods = (await listMethods(request.ctx)).filter((method) => isUsable(method, ways))
    const providers = oidc.providers.filter(({ issuer }) => methods.some((method) => method.issuer === issuer))
    return ConfirmPage({
      frame: reply.frame,
      next,
      methods,
      providers,
      hasWidget: widget !== null,
      ...(error && { error }),
    })
  }

  app.get('/confirm', { config: session, schema: { querystring: schema.NextQuery } }, async (request, reply) =>
    reply.page(await confirmPage(request, reply, request.query.next)),
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
