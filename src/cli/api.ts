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
  post: <T extends z.ZodType>(path: string, body: unknown, reply: T) => Promise<z.output<T>>
  bytes: (path: string) => Promise<Uint8Array>
}

type Answer = { response: Response; bytes: Uint8Array }

const MAX_RETRIES = 5
const MAX_WAIT_SECONDS = 60

export function connect({ url, token }: Settings, io: Pick<Io, 'err' | 'sleep'>): Api {
  const request = async (path: string, body?: unknown): Promise<Answer> => {
    for (let retries = 0; ; retries++) {
      const answer = await send({ url, token }, path, body)
      if (answer.response.ok) return answer
      const wait = retries < MAX_RETRIES ? retryAfter(answer.response) : null
      if (wait === null) throw complaintAbout(answer, url)
      io.err(`codeshelf-cli: too many requests; waiting ${wait} s\n`)
      await io.sleep(wait)
    }
  }
  return {
    get: async (path, reply) => parse(await request(path), reply, url),
    post: async (path, body, reply) => parse(await request(path, body), reply, url),
    bytes: async (path) => (await request(path)).bytes,
  }
}

async function send({ url, token }: Settings, path: string, body: unknown): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const response = await fetch(new URL(path, url), {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...json },
      // A followed redirect would turn a POST into a GET, and would send the token to another host.
      redirect: 'manual',
    })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    throw new ServerComplaint(`${url} does not answer: ${reasonOf(error)}`)
  }
}

/** Seconds to wait before the same request may succeed; null when waiting does not help. */
function retryAfter({ status, headers }: Response): number | null {
  if (status !== 429) return null
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 && seconds <= MAX_WAIT_SECONDS ? seconds : null
}

function parse<T extends z.ZodType>(answer: Answer, reply: T, url: string): z.output<T> {
  const parsed = reply.safeParse(readJson(answer.bytes))
  if (parsed.success) return parsed.data
  const type = answer.response.headers.get('content-type') ?? 'no content type'
  throw new ServerComplaint(`${url} gave an answer that is not Codeshelf's (${answer.response.status}, ${type}).`)
}

function complaintAbout({ response, bytes }: Answer, url: string): Complaint {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    return new ServerComplaint(`${url} redirects to ${headers.get('location') ?? 'nowhere'}; log in with that address.`)
  if (status === 401)
    return new ServerComplaint('The token is not valid any more. Create one on /settings and run codeshelf-cli login.')
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

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
