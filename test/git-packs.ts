import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Packs as git sends them, made by hand: git itself would not make these. */
export function packOf(objects: readonly Buffer[]): Buffer {
  const body = Buffer.concat([packHead(objects.length), ...objects])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

export function packHead(count: number): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(count, 8)
  return head
}

/** 1 is a commit, 2 a tree, 3 a file. */
export function object(type: 1 | 2 | 3, content: Buffer): Buffer {
  return Buffer.concat([objectHead(type, content.length), deflateSync(content)])
}

/** Files of 15 MB that are each stored as a few bytes: a copy of the first one with another end. */
export function deltaBomb(deltas: number): { pack: Buffer; baseId: string } {
  const base = Buffer.alloc(15_000_000)
  const baseId = createHash('sha1').update(`blob ${base.length}\0`).update(base).digest()
  const each = Array.from({ length: deltas }, (_, i) => {
    const tail = Buffer.from(String(i).padStart(8, '0'))
    // Copy the whole base, then insert eight bytes.
    const copy = Buffer.from([0xf0, base.length & 255, (base.length >> 8) & 255, (base.length >> 16) & 255])
    const delta = Buffer.concat([size(base.length), size(base.length + 8), copy, Buffer.from([8]), tail])
    return Buffer.concat([objectHead(7, delta.length), baseId, deflateSync(delta)])
  })
  return { pack: packOf([object(3, base), ...each]), baseId: baseId.toString('hex') }
}

/** The type and size of an object in a pack. */
function objectHead(type: number, length: number): Buffer {
  const bytes = [(type << 4) | (length & 15)]
  for (let rest = length >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest & 127)
  }
  return Buffer.from(bytes)
}

function size(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 0x80 : rest)
    if (rest <= 127) return Buffer.from(bytes)
  }
}
