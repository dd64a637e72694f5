import type { ProblemResponse } from './api.ts'

export type ServerSent<Data = Record<string, unknown>> = { event: string; data: Data }

/** The server sent a problem, before or during the stream. */
export class ServerProblem extends Error {
  readonly refusal: ProblemResponse
  constructor(refusal: ProblemResponse) {
    super(refusal.code)
    this.refusal = refusal
  }
}

const ACCEPT = 'text/event-stream, application/json'

/** Streams the events of a call. `EventSource` can only send GET requests, and reconnects by itself. */
export async function* streamEvents(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<ServerSent> {
  const headers = { 'content-type': 'application/json', accept: ACCEPT }
  yield* eventsOf(await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal }))
}

/** The events of an address. `Data` is what the address sends. */
export async function* getEvents<Data>(path: string, signal: AbortSignal): AsyncGenerator<ServerSent<Data>> {
  for await (const sent of eventsOf(await fetch(path, { headers: { accept: ACCEPT }, signal })))
    yield sent as ServerSent<Data>
}

async function* eventsOf(response: Response): AsyncGenerator<ServerSent> {
  if (!response.ok || !response.body) throw new ServerProblem(refusalOf(response.status, await response.json()))
  let text = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const each of blocks.map(parse)) {
      if (each.event === 'problem') throw new ServerProblem(refusalOf(503, each.data))
      yield each
    }
  }
}

function parse(block: string): ServerSent {
  // Not `.`, which stops at U+2028: JSON does not escape it.
  const [, event = '', data = '{}'] = /^event: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? []
  return { event, data: JSON.parse(data) as Record<string, unknown> }
}

function refusalOf(status: number, data: unknown): ProblemResponse {
  const body = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return { status, code: text('code'), message: text('message'), requestId: text('request_id'), body }
}
