import type { ProblemResponse } from './api.ts'

export type ServerSent = { event: string; data: Record<string, unknown> }

/** The server sent a problem, before or during the stream. */
export class ServerProblem extends Error {
  readonly refusal: ProblemResponse
  constructor(refusal: ProblemResponse) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Streams the events of a call. `EventSource` can only send GET requests, and reconnects by itself. */
export async function* streamEvents(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<ServerSent> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
    body: JSON.stringify(body),
    signal,
  })
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
  const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
  return { event, data: JSON.parse(data) as Record<string, unknown> }
}

function refusalOf(status: number, data: unknown): ProblemResponse {
  const body = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return { status, code: text('code'), message: text('message'), requestId: text('request_id'), body }
}
