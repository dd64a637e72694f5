import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Adapter, type AdapterPayload, type ClientMetadata, type Configuration, Provider } from 'oidc-provider'

/** `claims` are returned by the userinfo endpoint, as far as the scopes cover them. */
export type OidcAccount = { id: string; claims?: Record<string, unknown> }

export type OidcProviderOptions = {
  clients: readonly ClientMetadata[]
  /** Who signs in without being asked. Null: the user denies. */
  account: OidcAccount | null
  /** 0, the default: any free port. */
  port?: number
  /** Repeats the profile claims in the ID token, as many vendors do. */
  hasFullIdTokens?: boolean
  /** Every browser that comes is somebody else, `account` with an id of its own, and stays it when it is asked again. */
  isEachNew?: boolean
  /** Answers from its own session although it was told to ask again, as some vendors do. */
  asksNobodyAgain?: boolean
}

/** The certified provider `oidc-provider` on loopback: every user who comes is signed in as `account` at once. */
export async function startOidcProvider({
  clients,
  account,
  port = 0,
  hasFullIdTokens = false,
  isEachNew = false,
  asksNobodyAgain = false,
}: OidcProviderOptions) {
  const state = { account }
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  const known = new Map<string, OidcAccount>()
  const provider = new Provider(issuer, configure(clients, hasFullIdTokens, known))
  const respond = provider.callback()
  const signIn = async (request: IncomingMessage, response: ServerResponse) => {
    const { session } = await provider.interactionDetails(request, response)
    const user =
      isEachNew && state.account ? { ...state.account, id: session?.accountId ?? randomUUID() } : state.account
    if (user) known.set(user.id, user)
    const result = user ? { login: { accountId: user.id } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (asksNobodyAgain) request.url = request.url?.replaceAll(/&(prompt|max_age)=[^&]*/g, '') ?? '/'
    if (!request.url?.startsWith('/interaction/')) return void respond(request, response)
    signIn(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    issuer,
    /** Who signs in from now on, in a browser without a session at the provider. Null: the user denies. */
    signInAs: (next: OidcAccount | null) => {
      state.account = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Follows the redirects of the provider as a browser with cookies, and returns the first URL that is not the provider's. A browser that
 * keeps `cookies` is signed in there the next time.
 */
export async function followSignIn(url: string, cookies = new Map<string, string>()): Promise<URL> {
  const { origin } = new URL(url)
  let next = new URL(url)
  while (next.origin === origin) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
  }
  return next
}

const HOUR = 3600

function configure(
  clients: readonly ClientMetadata[],
  hasFullIdTokens: boolean,
  known: ReadonlyMap<string, OidcAccount>,
): Configuration {
  return {
    clients: [...clients],
    adapter: memoryAdapters(),
    jwks: { keys: [{ ...signingKey(), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['key-of-the-test-provider'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: !hasFullIdTokens,
    pkce: { required: () => true },
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
      },
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.body = `${error}: ${description}`
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...known.get(id)?.claims, sub: id }) }),
    // Nobody is asked for consent.
    loadExistingGrant: async ({ oidc: { client, session, provider } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  }
}

function signingKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
}

/** The adapter of the library itself warns on the console that it is not for production. */
function memoryAdapters(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  const search = async (isWanted: (payload: AdapterPayload) => boolean) => stored.values().find(isWanted)
  return (model) => ({
    upsert: async (id, payload) => void stored.set(`${model}:${id}`, payload),
    find: async (id) => stored.get(`${model}:${id}`),
    findByUid: (uid) => search((payload) => payload.kind === model && payload.uid === uid),
    findByUserCode: (code) => search((payload) => payload.kind === model && payload.userCode === code),
    consume: async (id) => {
      const payload = stored.get(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void stored.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
    },
  })
}
