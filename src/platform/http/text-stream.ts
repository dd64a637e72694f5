import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Large enough that the number of writes does not matter, small enough to hold many of. */
const CHUNK_CHARS = 64 * 1024

/**
 * Streams a text as it is generated, at the pace of the reader. When generating fails half-way the connection is reset, so that
 * a reader cannot take the partial text for the whole.
 */
export function sendText(reply: FastifyReply, type: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type(type).send(Readable.from(chunksOf(pieces), { objectMode: false }))
}

async function* chunksOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  // The first chunk is sent at once, so that the reader sees progress.
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
