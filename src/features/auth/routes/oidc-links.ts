import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyRequest } from 'fastify'
import { sessionIdOf } from '#platform/http/guard.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { AcceptIdentityPage, LeaveForProviderPage } from '../pages/link-identity-pages.tsx'
import * as schema from '../schema.ts'
import { acceptOidcLink, getOidcLink } from '../service/oidc-links.ts'
import { type AuthParts, session } from './shared.ts'
import { oidcStarter } from './oidc-start.ts'

const DONE = settingsHref('sign-in', { done: 'methodAdded' })

/**
 * Adding a provider to an account: a form of ours, the provider, and a form of ours that names the identity. A link of another site must
 * neither begin it nor end it: the browser may be signed in at the provider as somebody else.
 */
export const oidcLinkRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { oidc } = parts
  const start = oidcStarter(parts)
  const by = (request: FastifyRequest) => ({ user: request.ctx, sessionId: sessionIdOf(request) })

  app.post(
    '/settings/sign-in/oidc/:provider',
    { config: { ...session, alsoRefuses: [401, 404] }, schema: { params: schema.ProviderParams } },
    async (request, reply) => {
      const { provider } = request.params
      const purpose = { for: 'link', userId: request.ctx.user.id, sessionId: sessionIdOf(request) } as const
      // A page with a link, because our policy lets no form lead to another site, not even by a redirect.
      return start(request, reply, provider, { purpose, next: DONE }, (url, label) =>
        reply.page(LeaveForProviderPage({ frame: reply.frame, label, url })),
      )
    },
  )

  app.get(
    '/settings/sign-in/link/:token',
    { config: session, schema: { params: schema.TokenParams } },
    async (request, reply) => {
      const { token } = request.params
      const identity = await getOidcLink(by(request), oidc, token)
      const { firstName } = request.ctx.user
      reply.header('cache-control', 'no-store')
      return reply.page(AcceptIdentityPage({ frame: reply.frame, token, identity, firstName }))
    },
  )

  app.post(
    '/settings/sign-in/link/:token',
    { config: { ...session, alsoRefuses: [404, 409] }, schema: { params: schema.TokenParams } },
    async (request, reply) => {
      await acceptOidcLink(by(request), oidc, request.params.token)
      return reply.redirect(DONE, 303)
    },
  )
}
