import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

export type Json = Record<string, unknown>
export type Endpoint = 'discovery' | 'token' | 'keys' | 'userinfo'
export type Answer = (response: ServerResponse, request: IncomingMessage) => void
/** Signs `header.payload`. */
export type Signature = (input: string) => string

/** What the provider does wrong. Fields are merged over the honest ones, and removed by `undefined`. */
export type Forgery = {
  metadata?: (origin: string) => Json
  header?: Json
  claims?: (now: number, origin: string) => Json
  signature?: Signature
  /** Replaces the whole ID token. */
  idToken?: string
  tokens?: Json
  keys?: unknown
  userinfo?: Json
  answers?: Partial<Record<Endpoint, Answer>>
  delaysMs?: Partial<Record<Endpoint, number>>
}

const honest = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const signedBy =
  (key: KeyObject): Signature =>
  (input) =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

export const byAttacker = signedBy(attacker.privateKey)
export const attackerKey = attacker.publicKey.export({ format: 'jwk' })
export const honestKey = { ...honest.publicKey.export({ format: 'jwk' }), kid: 'honest', use: 'sig', alg: 'ES256' }
/** HS256 with a secret that both sides know, or that everybody knows: the public key. */
export const byHmac =
  (secret: string): Signature =>
  (input) =>
    createHmac('sha256', secret).update(input).digest('base64url')

export const CLIENT_ID = 'codeshelf'
export const CLIENT_SECRET = 'secret-that-we-share'

/**
 * An OpenID Connect provider that answers every code with an ID token, forged as the test wishes. It has no authorization
 * endpoint: the test writes the callback itself.
 */
export async function startHostileOidc(forgery: Forgery = {}) {
  const requests: { endpoint: Endpoint | 'other'; headers: IncomingMessage['headers']; body: string }[] = []
  const state = { nonce: '', bytes: 0 }
  const server = createServer(async (request, response) => {
    const endpoint = endpointOf(request.url ?? '')
    requests.push({ endpoint, headers: request.headers, body: await text(request) })
    const { socket } = request
    response.on('close', () => {
      state.bytes += socket.bytesWritten
    })
    const answer = endpoint === 'other' ? undefined : forgery.answers?.[endpoint]
    if (answer) return answer(response, request)
    if (endpoint !== 'other') await setTimeout(forgery.delaysMs?.[endpoint] ?? 0)
    const body = honestAnswer(endpoint, forgery, { origin, nonce: state.nonce })
    sendJson(endpoint === 'other' ? 404 : 200, body)(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin,
    requests,
    count: (endpoint: Endpoint | 'other') => requests.filter((request) => request.endpoint === endpoint).length,
    /** Bytes of all responses that are over. */
    bytesSent: () => state.bytes,
    /** The nonce that an honest ID token repeats. */
    expect: (nonce: string) => {
      state.nonce = nonce
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const PATHS = {
  '/.well-known/openid-configuration': 'discovery',
  '/token': 'token',
  '/keys': 'keys',
  '/userinfo': 'userinfo',
} as const

function endpointOf(url: string): Endpoint | 'other' {
  return Object.entries(PATHS).find(([path]) => path === url)?.[1] ?? 'other'
}

function honestAnswer(
  endpoint: Endpoint | 'other',
  forgery: Forgery,
  { origin, nonce }: { origin: string; nonce: string },
): Json {
  if (endpoint === 'discovery') return { ...honestMetadata(origin), ...forgery.metadata?.(origin) }
  if (endpoint === 'keys') return { keys: forgery.keys === undefined ? [honestKey] : forgery.keys }
  if (endpoint === 'userinfo') return { sub: 'dana-17', name: 'Dana of userinfo', ...forgery.userinfo }
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: origin, aud: CLIENT_ID, sub: 'dana-17', name: 'Dana', nonce, iat: now, exp: now + 300 }
  const header = { alg: 'ES256', kid: 'honest', ...forgery.header }
  const signature = forgery.signature ?? signedBy(honest.privateKey)
  const idToken = forgery.idToken ?? encodeJwt(header, { ...claims, ...forgery.claims?.(now, origin) }, signature)
  return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: idToken, ...forgery.tokens }
}

function honestMetadata(origin: string): Json {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    userinfo_endpoint: `${origin}/userinfo`,
    end_session_endpoint: `${origin}/end`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

export function encodeJwt(header: unknown, claims: unknown, signature: Signature): string {
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${signature(input)}`
}

export const sendJson =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
