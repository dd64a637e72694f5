import { deserialize, serialize } from 'node:v8'
import type { GitFailureReason } from '../git/process.ts'

/**
 * The answer of a git node: frames of one byte for the kind, four for the length, and a value as Node.js serialises it, which
 * keeps bytes, dates and maps. An answer without `end` or `failure` was cut off.
 */
export type Frame =
  | { kind: 'item'; value: unknown }
  | { kind: 'failure'; value: { trouble: GitFailureReason; stderr: string } }
  | { kind: 'end'; value: null }

const KINDS = ['item', 'failure', 'end'] as const
const HEAD_BYTES = 5
/** More than any answer needs: the largest is a batch of files, of 8 MiB or one larger file. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024

export function encodeFrame({ kind, value }: Frame): Buffer {
  const body = serialize(value)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(KINDS.indexOf(kind))
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

export async function* decodeFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let parts: Uint8Array[] = []
  let size = 0
  let wanted = HEAD_BYTES
  for await (const chunk of chunks) {
    parts.push(chunk)
    size += chunk.length
    if (size < wanted) continue
    let bytes = Buffer.concat(parts)
    while (bytes.length >= (wanted = frameBytes(bytes))) {
      const kind = KINDS[bytes.readUInt8(0)]
      if (kind === undefined) throw new Error('not an answer of a git node')
      const value: unknown = deserialize(bytes.subarray(HEAD_BYTES, wanted))
      yield { kind, value } as Frame
      bytes = bytes.subarray(wanted)
    }
    parts = [bytes]
    size = bytes.length
  }
}

/** The length is checked before the frame has arrived, because four gigabytes would end this process. */
function frameBytes(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES
  const length = bytes.readUInt32BE(1)
  if (length > MAX_FRAME_BYTES) throw new Error('a frame of a git node is too large')
  return HEAD_BYTES + length
}
