import type { FastifyReply, FastifyRequest } from 'fastify'
import { orFormPage } from '#platform/http/form-problem.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { authMessages } from '../messages/sign-in.ts'
import type { OidcPurpose } from '../oidc-state.ts'
import { OIDC_STATE_MINUTES } from '../one-time.ts'
import { ProviderFailedPage } from '../pages/provider-failed-page.tsx'
import { SignedOutPage } from '../pages/signed-out-page.tsx'
import { oidcFailureReason } from '../problems.ts'
import * as schema from '../schema.ts'
import { finishOidc, startOidc } from '../service/oidc.ts'
import {
  type AuthParts,
  confirmed,
  deviceOf,
  publicLogin,
  rememberMethod,
  session,
  setSessionCookie,
} from './shared.ts'

function logFailure(request: FastifyRequest, provider: string, error: unknown): never {
  request.log.warn({ provider, reason: oidcFailureReason(error) }, 'sign-in at an OpenID Connect provider failed')
  throw error
}

/** Sign-in at OpenID Connect providers. Links, not forms: our policy lets no form lead to another site. */
export const oidcRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { oidc, cookie, origin } = parts
  if (oidc.providers.length === 0) return
  // Lax, not Strict: the browser comes back from the provider.
  const binding = { ...cookie.options, maxAge: OIDC_STATE_MINUTES * 60 }

  const start = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: string,
    purpose: OidcPurpose,
    next: string,
  ) => {
    if (!oidc.find(provider)) throw notFound()
    return orFormPage(
      request,
      reply,
      async () => {
        // One cookie for all tabs of this browser, so that a second tab does not break the first.
        const browser = request.cookies[cookie.oidcName] ?? request.publicCtx.newToken()
        const url = await startOidc(request.publicCtx, parts, provider, { purpose, browser, next }).catch(
          (error: unknown) => logFailure(request, provider, error),
        )
        reply.setCookie(cookie.oidcName, browser, binding).header('cache-control', 'no-store')
        return reply.redirect(url)
      },
      (error) => failed(request, reply, provider, next, error),
    )
  }

  const failed = (request: FastifyRequest, reply: FastifyReply, provider: string, next: string, error: string) => {
    const label = oidc.find(provider)?.label ?? provider
    const back = request.visitor ? '/settings#sign-in' : `/login?next=${encodeURIComponent(next)}`
    return ProviderFailedPage({ frame: reply.frame, label, error, back })
  }

  app.get(
    '/auth/oidc/:provider',
    {
      config: { ...publicLogin, alsoRefuses: [401, 404] },
      schema: { params: schema.ProviderParams, querystring: schema.ProviderQuery, hide: true },
    },
    async (request, reply) => {
      const { next, invitation } = request.query
      return start(request, reply, request.params.provider, { for: 'sign_in', invitation: invitation ?? null }, next)
    },
  )

  app.get(
    '/settings/sign-in/oidc/:provider',
    { config: confirmed, schema: { params: schema.ProviderParams } },
    async (request, reply) => {
      const purpose = { for: 'link', userId: request.ctx.user.id } as const
      return start(request, reply, request.params.provider, purpose, '/settings?done=methodAdded#sign-in')
    },
  )

  app.get(
    '/confirm/oidc/:provider',
    {
      config: session,
      schema: { params: schema.ProviderParams, querystring: schema.NextQuery },
    },
    async (request, reply) => {
      const purpose = { for: 'confirm', userId: request.ctx.user.id } as const
      return start(request, reply, request.params.provider, purpose, request.query.next)
    },
  )

  app.get(
    '/auth/oidc/:provider/callback',
    {
      config: { ...publicLogin, alsoRefuses: [401, 403, 404, 409] },
      schema: { params: schema.ProviderParams, querystring: schema.EnterQuery, hide: true },
    },
    async (request, reply) => {
      const { provider } = request.params
      const page = (error: string) => failed(request, reply, provider, '/dashboard', error)
      return orFormPage(request, reply, () => finish(request, reply, provider), page)
    },
  )

  const finish = async (request: FastifyRequest, reply: FastifyReply, provider: string) => {
    const { next, session } = await finishOidc(request.publicCtx, parts, {
      provider,
      query: new URL(request.url, origin).searchParams,
      browser: request.cookies[cookie.oidcName],
      user: request.visitor?.via === 'session' ? request.ctx : null,
      device: deviceOf(request, cookie),
      placeholderName: authMessages(request.publicCtx.locale).placeholderName,
    }).catch((error: unknown) => logFailure(request, provider, error))
    if (session) rememberMethod(setSessionCookie(reply, cookie, session), cookie, 'oidc')
    return reply.header('cache-control', 'no-store').redirect(next, 303)
  }

  app.get(
    '/signed-out/:provider',
    { config: { auth: 'public' }, schema: { params: schema.ProviderParams } },
    async (request, reply) => {
      const provider = oidc.find(request.params.provider)
      if (!provider) throw notFound()
      const url = await oidc.signOutUrl(provider.id, `${origin}/`)
      return reply.page(SignedOutPage({ frame: reply.frame, label: provider.label, url }))
    },
  )
}
