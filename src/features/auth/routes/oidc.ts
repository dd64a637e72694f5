import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormError } from '#base/form-error.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import { isFromOtherSite } from '#platform/http/guard.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignedOutPage } from '../pages/signed-out-page.tsx'
import * as schema from '../schema.ts'
import { finishOidc } from '../service/oidc.ts'
import { oidcLinkRoutes } from './oidc-links.ts'
import { logFailure, oidcStarter, providerFailed } from './oidc-start.ts'
import { type AuthParts, deviceOf, publicLogin, rememberMethod, session, setSessionCookie } from './shared.ts'

/** Sign-in at OpenID Connect providers. Links, not forms: our policy lets no form lead to another site. They change no account. */
export const oidcRoutes: FeatureRoutes<AuthParts> = async (app, parts) => {
  const { oidc, cookie, origin } = parts
  if (oidc.providers.length === 0) return
  await oidcLinkRoutes(app, parts)
  const start = oidcStarter(parts)

  app.get(
    '/auth/oidc/:provider',
    {
      config: { ...publicLogin, alsoRefuses: [401, 404] },
      schema: { params: schema.ProviderParams, querystring: schema.ProviderQuery, hide: true },
    },
    async (request, reply) => {
      const { next, invitation } = request.query
      // A link of another site would sign the browser in without a question, as whoever it is at the provider. It leads to our page instead,
      // and whoever is signed in already stays who they are.
      if (isFromOtherSite(request, origin) || (request.visitor && invitation === undefined))
        return reply.redirect(`/login?next=${encodeURIComponent(next)}`)
      const purpose = { for: 'sign_in', invitation: invitation ?? null } as const
      return start(request, reply, request.params.provider, { purpose, next }, (url) => reply.redirect(url))
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
      const { next } = request.query
      return start(request, reply, request.params.provider, { purpose, next }, (url) => reply.redirect(url))
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
      const page = ({ text }: FormError) =>
        providerFailed(request, reply, parts, { provider, next: '/dashboard', error: text })
      return orFormPage(request, reply, () => finish(request, reply, provider), page)
    },
  )

  const finish = async (request: FastifyRequest, reply: FastifyReply, provider: string) => {
    const { next, session } = await finishOidc(request.publicCtx, parts, {
      provider,
      query: new URL(request.url, origin).searchParams,
      browser: request.cookies[cookie.oidcName],
      by: request.visitor?.via === 'session' ? { user: request.ctx, sessionId: request.visitor.sessionId } : null,
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
