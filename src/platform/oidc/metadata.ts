import { allowInsecureRequests, customFetch, discovery } from 'openid-client'
import { z } from 'zod'
import type { OidcProvider } from '../config/oidc.ts'
import { findAddressError, type openFetch } from './fetch.ts'
import { type OidcRefusal, refuseErrors, type Refused, refused } from './refusal.ts'

/** Time limit of a discovery, and of the requests that verify one sign-in together. */
export const DEADLINE_MS = 5_000

const KEPT_MS = 10 * 60_000

/** Without credentials: Node would send them as if they were ours. */
const Endpoint = z.url({ abort: true }).refine((url) => new URL(url).username === '' && new URL(url).password === '')

/** The fields that we use: nothing else of the document reaches the library. */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  userinfo_endpoint: Endpoint.exactOptional(),
  end_session_endpoint: Endpoint.exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
  code_challenge_methods_supported: z.array(z.string()).exactOptional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  // Both defaults are those of OpenID Connect Discovery 1.0, section 3.
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

export type OidcMetadata = z.output<typeof Metadata>

type Discovered = { outcome: 'found'; metadata: OidcMetadata } | Refused

/**
 * Signatures that only the provider can make. With HS256 everyone who knows the client secret could sign, and `none` is no
 * signature at all.
 */
const ASYMMETRIC = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)$/

/** Discovers a provider once in ten minutes. Concurrent calls share one request; failures are not cached. */
export function openDiscovery(
  clock: () => Date,
  open: typeof openFetch,
): (provider: OidcProvider) => Promise<Discovered> {
  const cache = new Map<string, { discovered: Promise<Discovered>; until: number }>()
  return (provider) => {
    const cached = cache.get(provider.id)
    if (cached && cached.until > clock().getTime()) return cached.discovered
    const discovered = discover(provider, open)
    cache.set(provider.id, { discovered, until: clock().getTime() + KEPT_MS })
    const forget = () => cache.delete(provider.id)
    discovered.then((result) => result.outcome === 'refused' && forget(), forget)
    return discovered
  }
}

async function discover({ issuer, clientId, isPrivate }: OidcProvider, open: typeof openFetch): Promise<Discovered> {
  const fetched = await refuseErrors(async () => {
    const config = await discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: open(isPrivate, AbortSignal.timeout(DEADLINE_MS)),
      execute: isPrivate ? [allowInsecureRequests] : [],
    })
    return { outcome: 'fetched', document: config.serverMetadata() } as const
  })
  return fetched.outcome === 'refused' ? fetched : parseMetadata(fetched.document, issuer, isPrivate)
}

function parseMetadata(document: unknown, issuer: string, isPrivate: boolean): Discovered {
  const parsed = Metadata.safeParse(document)
  if (!parsed.success) return refused('metadata')
  const metadata = {
    ...parsed.data,
    id_token_signing_alg_values_supported: parsed.data.id_token_signing_alg_values_supported.filter((algorithm) =>
      ASYMMETRIC.test(algorithm),
    ),
  }
  const reason = findMetadataError(metadata, issuer, isPrivate)
  return reason ? refused(reason) : { outcome: 'found', metadata }
}

function findMetadataError(metadata: OidcMetadata, issuer: string, isPrivate: boolean): OidcRefusal | null {
  // Exactly, as the specification demands. The library ignores differences of spelling, and any difference at two vendors.
  if (metadata.issuer !== issuer) return 'discovery_issuer'
  if (metadata.id_token_signing_alg_values_supported.length === 0) return 'algorithm'
  // Without the list we send a challenge anyway, because many providers check it and do not announce it. A list without S256
  // means that the challenge would be ignored, and a stolen code could be redeemed.
  if (metadata.code_challenge_methods_supported?.includes('S256') === false) return 'pkce'
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint } = metadata
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint, end_session_endpoint]) {
    const wrong = endpoint === undefined ? null : findAddressError(endpoint, isPrivate)
    if (wrong) return wrong
  }
  return null
}
