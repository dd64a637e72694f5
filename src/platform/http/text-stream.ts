import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Large enough that the number of writes does not matter, small enough to hold many of. */
const CHUNK_CHARS = 64 * 1024

/**
 * Answers with a text as it is made, at the pace of whoever reads it. When making it fails half-way the connection breaks:
 * nobody takes the half for the whole.
 */
export function sendText(reply: FastifyReply, type: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type(type).send(Readable.from(chunksOf(pieces), { objectMode: false }))
}

async function* chunksOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  // The first at once: whoever asked sees that it has begun.
  let enough = 0
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < enough) continue
    yield chunk
    chunk = ''
    enough = CHUNK_CHARS
  }
  if (chunk) yield chunk
}
