import { z } from 'zod'
import { Complaint, type Io, ServerComplaint } from './io.ts'
import type { Settings } from './settings.ts'

const Problem = z.object({
  message: z.string().optional(),
  code: z.string().optional(),
  request_id: z.string().optional(),
})

export type Api = {
  get: <T extends z.ZodType>(path: string, reply: T) => Promise<z.output<T>>
  /** The body is sent as JSON, or as a form when it is one. */
  post: <T extends z.ZodType>(path: string, body: unknown, reply: T) => Promise<z.output<T>>
  put: <T extends z.ZodType>(path: string, body: unknown, reply: T) => Promise<z.output<T>>
  bytes: (path: string) => Promise<Uint8Array>
  /** For answers that are larger than memory. Throws while it is read when the connection breaks. */
  stream: (path: string, type: string) => Promise<AsyncIterable<Uint8Array>>
}

type Ask = { path: string; method: 'GET' | 'POST' | 'PUT'; body?: unknown }

const MAX_RETRIES = 5
const MAX_WAIT_SECONDS = 60

export function connect({ url, token }: Settings, io: Pick<Io, 'err' | 'sleep'>): Api {
  const request = async (ask: Ask): Promise<Response> => {
    for (let retries = 0; ; retries++) {
      const response = await send({ url, token }, ask)
      if (response.ok) return response
      const wait = retries < MAX_RETRIES ? retryAfter(response) : null
      if (wait === null) throw complaintAbout(response, await read(response, url), url)
      io.err(`codeshelf-cli: too many requests; waiting ${wait} s\n`)
      await io.sleep(wait)
    }
  }
  const json = async <T extends z.ZodType>(ask: Ask, reply: T): Promise<z.output<T>> => {
    const response = await request(ask)
    return parse(response, await read(response, url), reply, url)
  }
  return {
    get: (path, reply) => json({ method: 'GET', path }, reply),
    post: (path, body, reply) => json({ method: 'POST', path, body }, reply),
    put: (path, body, reply) => json({ method: 'PUT', path, body }, reply),
    bytes: async (path) => read(await request({ method: 'GET', path }), url),
    stream: async (path, type) => {
      const response = await request({ method: 'GET', path })
      if (!response.headers.get('content-type')?.startsWith(type)) throw notOurs(response, url)
      return chunksOf(response, url)
    },
  }
}

async function send({ url, token }: Settings, { path, method, body }: Ask): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    return await fetch(new URL(path, url), {
      method,
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en',
        ...(isJson && { 'content-type': 'application/json' }),
      },
      // A followed redirect would turn a POST into a GET, and would send the token to another host.
      redirect: 'manual',
    })
  } catch (error) {
    throw unreachable(url, error)
  }
}

async function read(response: Response, url: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    throw unreachable(url, error)
  }
}

async function* chunksOf({ body }: Response, url: string): AsyncGenerator<Uint8Array> {
  if (body === null) throw new ServerComplaint(`${url} sent nothing.`)
  try {
    yield* body
  } catch (error) {
    throw unreachable(url, error)
  }
}

/** Seconds to wait before the same request may succeed; null when waiting does not help. */
function retryAfter({ status, headers }: Response): number | null {
  if (status !== 429) return null
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 && seconds <= MAX_WAIT_SECONDS ? seconds : null
}

function parse<T extends z.ZodType>(response: Response, bytes: Uint8Array, reply: T, url: string): z.output<T> {
  const parsed = reply.safeParse(readJson(bytes))
  if (parsed.success) return parsed.data
  throw notOurs(response, url)
}

function notOurs({ status, headers }: Response, url: string): ServerComplaint {
  const type = headers.get('content-type') ?? 'no content type'
  return new ServerComplaint(`${url} gave an answer that is not Codeshelf's (${status}, ${type}).`)
}

function complaintAbout({ status, headers }: Response, bytes: Uint8Array, url: string): Complaint {
  if (status >= 300 && status < 400)
    return new ServerComplaint(`${url} redirects to ${headers.get('location') ?? 'nowhere'}; log in with that address.`)
  if (status === 401)
    return new ServerComplaint(
      'The token is not valid any more. Create one on /settings/tokens and run codeshelf-cli login.',
    )
  const { message, code, request_id: id } = Problem.safeParse(readJson(bytes)).data ?? {}
  const words = [message ?? `${url} answered ${status}.`, code && `(${code})`, id && `[request ${id}]`]
  return new Complaint(words.filter(Boolean).join(' '))
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function unreachable(url: string, error: unknown): ServerComplaint {
  const reason = reasonOf(error)
  return /CERT|SSL|TLS|LEAF_SIGNATURE/.test(reason)
    ? new ServerComplaint(`the certificate of ${url} was not accepted: ${reason}`)
    : new ServerComplaint(`${url} does not answer: ${reason}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
