import { type Packed, unpackBytes } from '../../db/body-codec.ts'
import { type DeltaStep, hashObject, type PackPart, startPart } from './pack-part.ts'

/** A version to store. Consecutive texts of one file are stored as differences. */
export type BlobInput = Packed & { fileId: string }
export type BuiltBlobs = PackPart & { oids: string[] }

/** Git follows at most 50 deltas in a pack that it makes itself. */
const MAX_DEPTH = 50

export function buildBlobs(texts: readonly BlobInput[]): BuiltBlobs {
  const part = startPart()
  const oids: string[] = []
  let base: { fileId: string; bytes: Buffer; offset: number; depth: number } | null = null
  for (const text of texts) {
    const bytes = unpackBytes(text)
    const oid = hashObject('blob', bytes)
    oids.push(oid.toString('hex'))
    const isNear: boolean = base?.fileId === text.fileId && base.depth < MAX_DEPTH
    const steps: DeltaStep[] | null = base && isNear ? textDelta(base.bytes, bytes) : null
    if (base && steps) {
      const from = { offset: base.offset, length: base.bytes.length }
      const offset = part.addDelta(oid, from, bytes.length, steps)
      base = { fileId: text.fileId, bytes, offset, depth: base.depth + 1 }
    } else base = { fileId: text.fileId, bytes, offset: part.add('blob', oid, bytes), depth: 0 }
  }
  return { ...part.finish(), oids }
}

/** The middle that differs, between what both begin and end with. Null when that saves less than half: git refuses an empty delta. */
function textDelta(base: Buffer, next: Buffer): DeltaStep[] | null {
  if (next.length === 0) return null
  const most = Math.min(base.length, next.length)
  let start = 0
  while (start < most && base[start] === next[start]) start++
  let end = 0
  while (end < most - start && base[base.length - 1 - end] === next[next.length - 1 - end]) end++
  const middle = next.subarray(start, next.length - end)
  if (middle.length * 2 > next.length) return null
  return [
    ...(start > 0 ? [{ copy: 0, length: start }] : []),
    ...(middle.length > 0 ? [{ insert: middle }] : []),
    ...(end > 0 ? [{ copy: base.length - end, length: end }] : []),
  ]
}
