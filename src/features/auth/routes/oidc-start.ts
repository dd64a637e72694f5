import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { orFormPage } from '#platform/http/form-problem.ts'
import { notFound } from '#platform/http/problems.ts'
import type { OidcPurpose } from '../oidc-state.ts'
import { OIDC_STATE_MINUTES } from '../one-time.ts'
import { ProviderFailedPage } from '../pages/provider-failed-page.tsx'
import { oidcFailureReason } from '../problems.ts'
import { startOidc } from '../service/oidc.ts'
import type { AuthParts } from './shared.ts'

type Start = { purpose: OidcPurpose; next: string }

/** Starts at a provider and binds the attempt to this browser. `leave` answers with a way to the URL of the provider. */
export function oidcStarter(parts: AuthParts) {
  const { oidc, cookie } = parts
  // Lax, not Strict: the browser comes back from the provider.
  const binding = { ...cookie.options, maxAge: OIDC_STATE_MINUTES * 60 }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: string,
    { purpose, next }: Start,
    leave: (url: string, label: string) => FastifyReply,
  ): Promise<FastifyReply> => {
    const label = oidc.find(provider)?.label
    if (label === undefined) throw notFound()
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
        return leave(url, label)
      },
      ({ text }) => providerFailed(request, reply, parts, { provider, next, error: text }),
    )
  }
}

export function logFailure(request: FastifyRequest, provider: string, error: unknown): never {
  request.log.warn({ provider, reason: oidcFailureReason(error) }, 'sign-in at an OpenID Connect provider failed')
  throw error
}

export function providerFailed(
  request: FastifyRequest,
  reply: FastifyReply,
  { oidc }: AuthParts,
  { provider, next, error }: { provider: string; next: string; error: string },
) {
  const label = oidc.find(provider)?.label ?? provider
  const back = request.visitor ? settingsHref('sign-in') : `/login?next=${encodeURIComponent(next)}`
  return ProviderFailedPage({ frame: reply.frame, label, error, back })
}
