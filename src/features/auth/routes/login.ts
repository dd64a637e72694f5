import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyRequest } from 'fastify'
import type { FormError } from '#base/form-error.ts'
import { addressKey } from '#platform/http/address-key.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { LinkPage } from '../pages/link-page.tsx'
import { LoginPage } from '../pages/login-page.tsx'
import { RecoveryPage } from '../pages/recovery-page.tsx'
import { Ok } from '#base/wire-types.ts'
import * as schema from '../schema.ts'
import { signedDemoUsers } from '../service/messenger.ts'
import { signInWithPassword } from '../service/passwords.ts'
import { checkSignInLink, signInWithLink, signInWithRecoveryCode } from '../service/recovery.ts'
import { knownDeviceOf, setKnownDevice } from './known-device.ts'
import {
  type AuthParts,
  deviceOf,
  lastMethodOf,
  publicLogin,
  sendDone,
  sendSignedIn,
  setSessionCookie,
} from './shared.ts'

export const loginRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { widget, botLink, offerDemo, cookie, ways, registration, messenger } = parts

  const loginPage = (request: FastifyRequest, next: string, only: 'password' | null) => ({
    next,
    only,
    ways,
    widget,
    providers: parts.oidc.providers,
    byBot: botLink !== null,
    canRegister: registration === 'open',
    last: lastMethodOf(request),
    devUsers: offerDemo && only === null ? signedDemoUsers(request.publicCtx, messenger.botToken) : [],
  })

  app.get(
    '/login',
    {
      config: { auth: 'public', ...(widget && { policy: 'widget' }) },
      schema: { querystring: schema.NextQuery },
    },
    async (request, reply) => {
      const { next } = request.query
      if (request.visitor) return reply.redirect(next)
      return reply.page(LoginPage({ frame: reply.frame, ...loginPage(request, next, null) }))
    },
  )

  if (ways.passwords) {
    // Where /login has the messenger's script, the password has a page of its own: that script could read it.
    app.get(
      '/login/password',
      { config: { auth: 'public' }, schema: { querystring: schema.NextQuery } },
      async (request, reply) => {
        const { next } = request.query
        if (request.visitor) return reply.redirect(next)
        return reply.page(LoginPage({ frame: reply.frame, ...loginPage(request, next, 'password') }))
      },
    )

    app.post(
      '/auth/password',
      {
        config: { ...publicLogin, alsoRefuses: [401, 503] },
        schema: { hide: true, querystring: schema.NextQuery, body: schema.PasswordBody, response: { 200: Ok } },
      },
      async (request, reply) => {
        const { sign_in_name: signInName, password } = request.body
        const { next } = request.query
        const page = (error: FormError) =>
          LoginPage({ frame: reply.frame, ...loginPage(request, next, 'password'), error, typedName: signInName })
        return orFormPage(
          request,
          reply,
          async () => {
            const knownDevice = knownDeviceOf(request, cookie, signInName)
            const attempt = { signInName, password, address: addressKey(request.ip), knownDevice, mustBe: null }
            const session = await signInWithPassword(request.publicCtx, attempt, deviceOf(request, cookie))
            setKnownDevice(reply, cookie, signInName, session.knownDevice)
            return sendSignedIn(request, reply, cookie, { opened: session, method: 'password', next })
          },
          page,
        )
      },
    )
  }

  app.get(
    '/login/recovery',
    { config: { auth: 'public' }, schema: { querystring: schema.NextQuery } },
    async (request, reply) =>
      request.visitor
        ? reply.redirect(request.query.next)
        : reply.page(RecoveryPage({ frame: reply.frame, next: request.query.next })),
  )

  app.post(
    '/auth/recovery',
    {
      config: { ...publicLogin, alsoRefuses: [401] },
      schema: { hide: true, querystring: schema.NextQuery, body: schema.RecoveryBody, response: { 200: Ok } },
    },
    async (request, reply) => {
      const { next } = request.query
      return orFormPage(
        request,
        reply,
        async () => {
          const attempt = { typed: request.body.code, address: addressKey(request.ip) }
          const session = await signInWithRecoveryCode(request.publicCtx, attempt, deviceOf(request, cookie))
          // To the methods: whoever needed a code should add a way in that they have.
          return sendDone(
            request,
            setSessionCookie(reply, cookie, session),
            settingsHref('sign-in', { done: 'recovered' }),
          )
        },
        ({ text }) => RecoveryPage({ frame: reply.frame, next, error: text }),
      )
    },
  )

  app.get(
    '/auth/link/:token',
    { config: publicLogin, schema: { params: schema.TokenParams, hide: true } },
    async (request, reply) => {
      const { token } = request.params
      await checkSignInLink(request.publicCtx, token)
      return reply.header('cache-control', 'no-store').page(LinkPage({ frame: reply.frame, token }))
    },
  )

  app.post(
    '/auth/link/:token',
    {
      config: { ...publicLogin, alsoRefuses: [404] },
      schema: { hide: true, params: schema.TokenParams, response: { 200: Ok } },
    },
    async (request, reply) => {
      const session = await signInWithLink(request.publicCtx, request.params.token, deviceOf(request, cookie))
      return sendDone(request, setSessionCookie(reply, cookie, session), settingsHref('sign-in'))
    },
  )
}
