import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Problem } from '../problem.ts'

/** Aborts when whoever asked has gone. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Answers with events as they come. What is refused before the first one is an answer like any other; after it, the
 * refusal is an event of its own, `problem`, and the last.
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
