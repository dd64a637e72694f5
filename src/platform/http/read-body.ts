import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { payloadTooLarge } from './problems.ts'

/** For a body of unknown length, which grows from here. */
const FIRST_BYTES = 64 * 1024

/**
 * Reads a body into one buffer while it arrives. Fastify joins the chunks at the end, which holds the event loop for 60 ms when they are 24 MB. The buffer is not
 * part of a larger one, so it can be transferred to a thread without a copy.
 */
export async function readBody({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer> {
  const max = routeOptions.bodyLimit
  let body = new Uint8Array(Number(headers['content-length'] ?? FIRST_BYTES))
  let length = 0
  // Destroying the payload would close the connection before the client has its answer.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const end = length + chunk.length
    if (end > max) throw payloadTooLarge({ max })
    if (end > body.length) body = resized(body, Math.min(max, 2 * end))
    body.set(chunk, length)
    length = end
  }
  return Buffer.from(resized(body, length).buffer)
}

function resized(body: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(body.buffer.transfer(length))
}
