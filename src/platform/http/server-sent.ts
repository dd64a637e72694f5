import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../problem.ts'

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
    .type('text/event-stream; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .send(Readable.from(andThen(reply, first, events), { objectMode: false }))
}

async function* andThen(reply: FastifyReply, first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (first.done) return
  yield first.value
  try {
    yield* rest
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { request } = reply
    yield `event: problem\ndata: ${JSON.stringify(error.body(request.publicCtx.locale, request.id))}\n\n`
  }
}
