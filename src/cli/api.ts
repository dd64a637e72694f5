import { z } from 'zod'
import { Complaint } from './io.ts'
import type { Settings } from './settings.ts'

const Refusal = z.object({
  message: z.string().optional(),
  code: z.string().optional(),
  request_id: z.string().optional(),
})

const exact = new TextDecoder('utf-8', { ignoreBOM: true })

export type Api = {
  get: <T extends z.ZodType>(path: string, reply: T) => Promise<z.output<T>>
  post: <T extends z.ZodType>(path: string, body: unknown, reply: T) => Promise<z.output<T>>
  text: (path: string) => Promise<string>
}

export function connect({ url, token }: Settings): Api {
  const send = async (path: string, body?: unknown): Promise<Response> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, url), {
      ...sent,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en', ...type },
    }).catch((error: unknown) => {
      throw new Complaint(`${url} does not answer: ${error instanceof Error ? reasonOf(error) : 'unknown'}`)
    })
    if (!response.ok) throw new Complaint(await wordsOf(response))
    return response
  }
  return {
    get: async (path, reply) => reply.parse(await (await send(path)).json()),
    post: async (path, body, reply) => reply.parse(await (await send(path, body)).json()),
    // `Response.text()` would drop a byte order mark, which is part of the file.
    text: async (path) => exact.decode(await (await send(path)).arrayBuffer()),
  }
}

function reasonOf(error: Error): string {
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

async function wordsOf(response: Response): Promise<string> {
  const refusal = Refusal.safeParse(await response.json().catch(() => ({})))
  const { message, code, request_id: id } = refusal.data ?? {}
  return [message ?? `The server answered ${response.status}.`, code && `(${code})`, id && `[request ${id}]`]
    .filter(Boolean)
    .join(' ')
}
