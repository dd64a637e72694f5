import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../problem.ts'

const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const UNBUFFERED = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }

/** Aborts when the client disconnects. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Streams events. An error before the first event is an ordinary response; after it, the error is a last event of type
 * `problem`.
 */
export async function sendEvents(reply: FastifyReply, events: AsyncGenerator<string>): Promise<FastifyReply> {
  const first = await events.next()
  return reply
    .type(EVENT_STREAM)
    .headers(UNBUFFERED)
    .send(Readable.from(andThen(reply, first, events), { objectMode: false }))
}

async function* andThen(reply: FastifyReply, first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (first.done) return
  yield first.value
  try {
    yield* rest
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    yield problemEvent(reply, error)
  }
}

/**
 * A stream whose only event is a problem. For requests that a page sends while somebody types: a browser logs every status of an error to its
 * console, also one that the page expects.
 */
export function sendProblemEvent(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply.type(EVENT_STREAM).headers(UNBUFFERED).send(problemEvent(reply, problem))
}

function problemEvent({ request }: FastifyReply, problem: Problem): string {
  return `event: problem\ndata: ${JSON.stringify(problem.body(request.publicCtx.locale, request.id))}\n\n`
}
