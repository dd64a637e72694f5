import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  type CustomFetch,
  customFetch,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { OidcProvider } from '../config/oidc.ts'
import type { openFetch } from './fetch.ts'
import { CLOCK_TOLERANCE_SECONDS } from './identity.ts'
import { DEADLINE_MS, type OidcMetadata, openDiscovery } from './metadata.ts'
import { type Refused, refused } from './refusal.ts'

/** A discovered provider, and the configuration of the library for one operation there. */
export type Client = { outcome: 'ready'; provider: OidcProvider; metadata: OidcMetadata; config: Configuration }

/**
 * The configuration contains the time and the deadline, so each operation gets a new one. It also caches the provider's keys,
 * so they are fetched for each sign-in: an old set would refuse the first sign-ins after the provider changed its keys.
 */
export function openClients(clock: () => Date, open: typeof openFetch) {
  const discover = openDiscovery(clock, open)
  return async (provider: OidcProvider): Promise<Client | Refused> => {
    const discovered = await discover(provider)
    if (discovered.outcome === 'refused') return discovered
    const { metadata } = discovered
    const authentication = authenticationOf(provider, metadata)
    if (!authentication) return refused('client')
    const fetch = open(provider.isPrivate, AbortSignal.timeout(DEADLINE_MS))
    const config = configure(provider, metadata, { authentication, fetch, now: clock() })
    return { outcome: 'ready', provider, metadata, config }
  }
}

/** Null when the provider accepts a client secret in neither of the two ways. */
function authenticationOf({ clientSecret }: OidcProvider, metadata: OidcMetadata): ClientAuth | null {
  if (clientSecret === null) return None()
  const methods = metadata.token_endpoint_auth_methods_supported
  // Basic first: it is the method of a client that was registered without naming one.
  if (methods.includes('client_secret_basic')) return ClientSecretBasic(clientSecret)
  return methods.includes('client_secret_post') ? ClientSecretPost(clientSecret) : null
}

function configure(
  { clientId, isPrivate }: OidcProvider,
  metadata: OidcMetadata,
  { authentication, fetch, now }: { authentication: ClientAuth; fetch: CustomFetch; now: Date },
): Configuration {
  const skew = Math.round((now.getTime() - Date.now()) / 1000)
  const times = { [clockSkew]: skew, [clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const config = new Configuration(metadata, clientId, times, authentication)
  config[customFetch] = fetch
  if (isPrivate) allowInsecureRequests(config)
  // Without this call the library does not verify the signature of an ID token that comes from the token endpoint.
  enableNonRepudiationChecks(config)
  return config
}
