import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** Objects in the format of a pack, without its header. Deltas refer to bases in the same part, so a part can be placed anywhere. */
export type PackPart = {
  bytes: Uint8Array
  /** One record per object: hash (20 bytes), CRC-32 (4), offset inside `bytes` (4). */
  records: Uint8Array
}
export const RECORD_BYTES = 28

const TYPES = { commit: 1, tree: 2, blob: 3 } as const
export type ObjectType = keyof typeof TYPES
const OFS_DELTA = 6

export function hashObject(type: ObjectType, ...contents: readonly Uint8Array[]): Buffer {
  const size = contents.reduce((sum, { length }) => sum + length, 0)
  const hash = createHash('sha1').update(`${type} ${size}\0`)
  for (const content of contents) hash.update(content)
  return hash.digest()
}

/** One step of a delta: bytes of the base, or new ones. */
export type DeltaStep = { copy: number; length: number } | { insert: Uint8Array }

/** Collects objects. Each `add` returns the offset, which a later delta may name as its base. */
export function startPart() {
  const chunks: Buffer[] = []
  const records: Buffer[] = []
  let size = 0
  const push = (oid: Buffer, head: Buffer, content: Uint8Array): number => {
    const body = deflateSync(content, { level: 3 })
    const record = Buffer.alloc(RECORD_BYTES)
    oid.copy(record)
    record.writeUInt32BE(crc32(body, crc32(head)), 20)
    record.writeUInt32BE(size, 24)
    records.push(record)
    chunks.push(head, body)
    const offset = size
    size += head.length + body.length
    return offset
  }
  return {
    add: (type: ObjectType, oid: Buffer, content: Uint8Array) =>
      push(oid, objectHead(TYPES[type], content.length), content),
    addDelta(
      oid: Buffer,
      base: { offset: number; length: number },
      length: number,
      steps: readonly DeltaStep[],
    ): number {
      const delta = encodeDelta(base.length, length, steps)
      const head = Buffer.concat([objectHead(OFS_DELTA, delta.length), backOffset(size - base.offset)])
      return push(oid, head, delta)
    },
    finish: (): PackPart => ({ bytes: Buffer.concat(chunks), records: Buffer.concat(records) }),
  }
}

/** Type and size: four bits of the size in the first byte, seven in each of the next. */
function objectHead(type: number, size: number): Buffer {
  const bytes: number[] = []
  let byte = (type << 4) | (size & 15)
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128)
    byte = rest & 127
  }
  return Buffer.from([...bytes, byte])
}

function backOffset(distance: number): Buffer {
  const bytes = [distance & 127]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1
    bytes.unshift(128 | (rest & 127))
  }
  return Buffer.from(bytes)
}

function encodeDelta(from: number, to: number, steps: readonly DeltaStep[]): Buffer {
  return Buffer.concat([sizeBytes(from), sizeBytes(to), ...steps.flatMap(encodeStep)])
}

function sizeBytes(size: number): Buffer {
  const bytes: number[] = []
  let rest = size
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

const MAX_COPY = 0xffffff
const MAX_INSERT = 127

function encodeStep(step: DeltaStep): Buffer[] {
  const out: Buffer[] = []
  if ('insert' in step)
    for (let at = 0; at < step.insert.length; at += MAX_INSERT) {
      const bytes = step.insert.subarray(at, at + MAX_INSERT)
      out.push(Buffer.from([bytes.length]), Buffer.from(bytes))
    }
  else
    for (let done = 0; done < step.length; done += MAX_COPY)
      out.push(copyStep(step.copy + done, Math.min(MAX_COPY, step.length - done)))
  return out
}

/** Bits of the first byte say which bytes of offset (four) and length (three) follow: those that are not zero. */
function copyStep(offset: number, length: number): Buffer {
  const parts = [offset & 255, (offset >>> 8) & 255, (offset >>> 16) & 255, offset >>> 24]
  const all = [...parts, length & 255, (length >>> 8) & 255, (length >>> 16) & 255]
  const flags = all.reduce((sum, byte, i) => sum | (byte === 0 ? 0 : 1 << i), 128)
  return Buffer.from([flags, ...all.filter((byte) => byte !== 0)])
}
