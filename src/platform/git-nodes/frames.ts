import { deserialize, serialize } from 'node:v8'
import type { GitFailureReason } from '../git/process.ts'
import { assertWithin, countValues, type ValueCount } from './plain-values.ts'
import { takeTurns } from '../turns.ts'

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
/** A map of 200,000 paths, or `MAX_ITEMS` of any list. */
const FRAME_MAX: ValueCount = { values: 500_000, containers: 20_000 }
/** A longer list is sent in several frames, so that no frame holds the event loop for long. */
export const MAX_ITEMS = 1_000
/** A list of 900,000 files. Each changed file and each match of a search is a frame. */
const ANSWER_MAX: ValueCount = { values: 10_000_000, containers: 1_000_000 }
const MAX_FRAMES = 1_000_000

export function encodeFrame({ kind, value }: Frame): Buffer {
  const body = serialize(value)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(KINDS.indexOf(kind))
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** `maxBytes`: of the whole answer. */
export async function* decodeFrames(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Frame> {
  // What has arrived is read without a turn of the event loop, and a frame of eight bytes takes 5 µs.
  const inTurns = takeTurns()
  let pending: Pending = { buffer: Buffer.alloc(0), length: 0 }
  const total: ValueCount = { values: 0, containers: 0 }
  let received = 0
  let frames = 0
  for await (const chunk of chunks) {
    if ((received += chunk.length) > maxBytes) throw new Error('the answer of a git node is too long')
    pending = joined(pending, chunk)
    const bytes = pending.buffer.subarray(0, pending.length)
    let from = 0
    for (let end; (end = from + frameBytes(bytes, from)) <= bytes.length; from = end) {
      if ((frames += 1) > MAX_FRAMES) throw new Error('a git node sent too many values')
      yield readFrame(bytes.subarray(from, end), total)
      await inTurns()
    }
    // A copy, because the bytes of values that were read are parts of the buffer.
    if (from > 0) pending = joined({ buffer: Buffer.alloc(0), length: 0 }, bytes.subarray(from))
    await inTurns()
  }
}

type Pending = { buffer: Buffer; length: number }

/** Doubles the buffer when it is full: a list of chunks, which may be of one byte each, would need a hundred times their size. */
function joined({ buffer, length }: Pending, chunk: Uint8Array): Pending {
  const needed = length + chunk.length
  const target = needed <= buffer.length ? buffer : Buffer.allocUnsafe(length === 0 ? needed : 2 * needed)
  if (target !== buffer) buffer.copy(target, 0, 0, length)
  target.set(chunk, length)
  return { buffer: target, length: needed }
}

function readFrame(bytes: Buffer, total: ValueCount): Frame {
  const kind = KINDS[bytes.readUInt8(0)]
  if (kind === undefined) throw new Error('not an answer of a git node')
  const body = bytes.subarray(HEAD_BYTES)
  const { values, containers } = countValues(body, FRAME_MAX)
  total.values += values
  total.containers += containers
  assertWithin(total, ANSWER_MAX)
  return { kind, value: deserialize(body) as unknown } as Frame
}

/** The length is checked before the frame has arrived, because four gigabytes would end this process. */
function frameBytes(bytes: Buffer, from: number): number {
  if (bytes.length - from < HEAD_BYTES) return HEAD_BYTES
  const length = bytes.readUInt32BE(from + 1)
  if (length > MAX_FRAME_BYTES) throw new Error('a frame of a git node is too large')
  return HEAD_BYTES + length
}
