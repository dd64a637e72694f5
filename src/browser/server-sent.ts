import type { Refusal } from './api.ts'

export type ServerSent = { event: string; data: Record<string, unknown> }

/** The server said no, before or while telling. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Events of a call, as they come. `EventSource` can only ask with GET, and asks again by itself when it should not. */
export async function* streamEvents(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<ServerSent> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) throw new Refused(refusalOf(response.status, await response.json()))
  let text = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const each of blocks.map(parse)) {
      if (each.event === 'problem') throw new Refused(refusalOf(503, each.data))
      yield each
    }
  }
}

function parse(block: string): ServerSent {
  const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
  return { event, data: JSON.parse(data) as Record<string, unknown> }
}

function refusalOf(status: number, data: unknown): Refusal {
  const body = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return { status, code: text('code'), message: text('message'), requestId: text('request_id'), body }
}
