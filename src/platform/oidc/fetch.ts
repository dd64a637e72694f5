import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { CustomFetch } from 'openid-client'
import { isPublicHost, publicLookup } from '../public-address.ts'

export type FetchRefusal =
  | 'insecure'
  | 'private_address'
  | 'unreachable'
  | 'certificate'
  | 'slow'
  | 'too_large'
  | 'redirected'
  | 'provider_error'

export class FetchError extends Error {
  readonly reason: FetchRefusal

  constructor(reason: FetchRefusal, cause?: unknown) {
    super(`request to the OpenID Connect provider failed: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Many times a large discovery document: an endless body would otherwise exhaust the memory. */
const MAX_BYTES = 1024 * 1024

/** Null when the server may send requests there, and the user may be sent there. */
export function findAddressError(address: string, isPrivate: boolean): 'insecure' | 'private_address' | null {
  const { protocol, hostname } = new URL(address)
  if (isPrivate) return protocol === 'https:' || protocol === 'http:' ? null : 'insecure'
  if (protocol !== 'https:') return 'insecure'
  return isPublicHost(hostname) ? null : 'private_address'
}

/**
 * The only way to a provider. All requests of one fetch share the deadline, and a body that drips cannot outlast it.
 * Redirects are not followed: they would carry the code and the client secret to a host that was not checked.
 */
export function openFetch(isPrivate: boolean, deadline: AbortSignal): CustomFetch {
  return async (address, { method, headers, body }) => {
    const wrong = findAddressError(address, isPrivate)
    if (wrong) throw new FetchError(wrong)
    // The library sends forms and nothing else.
    const form = body instanceof URLSearchParams ? body.toString() : ''
    const options = { method, headers, signal: deadline, agent: false, ...(!isPrivate && { lookup: publicLookup }) }
    try {
      const response = await send(new URL(address), options, form)
      return await read(response)
    } catch (error) {
      throw deadline.aborted ? new FetchError('slow', error) : toFetchError(error)
    }
  }
}

function send(url: URL, options: Parameters<typeof httpsRequest>[1], form: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
  request.on('response', resolve)
  request.on('error', reject)
  // A response that switches protocols closes the connection without an error.
  request.on('close', () => reject(new FetchError('unreachable')))
  request.end(form)
  return promise
}

async function read(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, headers } = message
  const isRedirect = status >= 300 && status < 400
  // `Response` throws for a status outside of this range.
  if (isRedirect || status < 200 || status > 599) {
    message.destroy()
    throw new FetchError(isRedirect ? 'redirected' : 'provider_error')
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Throwing inside the loop closes the connection, so the rest of the body is not received.
  for await (const chunk of message.iterator()) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new FetchError('too_large')
    chunks.push(chunk)
  }
  const isEmpty = status === 204 || status === 205
  const contentType = headers['content-type']
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status,
    // The library reads no other header that matters here.
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })
}

function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EPRIVATE') return new FetchError('private_address', error)
  return new FetchError(/CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH/.test(code) ? 'certificate' : 'unreachable', error)
}
