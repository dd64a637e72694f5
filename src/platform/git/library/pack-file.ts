import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackPart, RECORD_BYTES } from './pack-part.ts'

const HEADER_BYTES = 12
/** Offsets in the index have 31 bits here; larger packs would need the extended table. */
const MAX_PACK_BYTES = 2 ** 31 - 1

type Entry = { oid: Buffer; crc: number; offset: number }

/** A pack that is written part by part, and visible in the folder only when it is whole. */
export async function createPack(folder: string) {
  const temporary = await mkdtemp(join(folder, 'tmp_build_'))
  const path = join(temporary, 'pack')
  const file = await open(path, 'w+', 0o400)
  const entries: Entry[] = []
  let size = HEADER_BYTES
  const close = async () => {
    await file.close()
    await rm(temporary, { recursive: true, force: true })
  }
  return {
    async append({ bytes, records }: PackPart): Promise<void> {
      if (size + bytes.length > MAX_PACK_BYTES) throw new Error('The pack is too large')
      await file.write(bytes, 0, bytes.length, size)
      for (const entry of entriesOf(Buffer.from(records))) entries.push({ ...entry, offset: entry.offset + size })
      size += bytes.length
    },
    async finish(): Promise<void> {
      if (entries.length === 0) return
      await file.write(header(entries.length), 0, HEADER_BYTES, 0)
      const checksum = await sha1Of(path)
      await file.write(checksum, 0, checksum.length, size)
      await file.sync()
      const name = join(folder, `pack-${checksum.toString('hex')}`)
      await writeFile(join(temporary, 'idx'), indexOf(entries, checksum), { mode: 0o400 })
      // Git finds a pack by its index, so the pack has to be there first.
      await rename(path, `${name}.pack`)
      await rename(join(temporary, 'idx'), `${name}.idx`)
    },
    [Symbol.asyncDispose]: close,
  }
}

function header(count: number): Buffer {
  const bytes = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  bytes.writeUInt32BE(count, 8)
  return bytes
}

function* entriesOf(records: Buffer): Generator<Entry> {
  for (let at = 0; at < records.length; at += RECORD_BYTES)
    yield {
      oid: records.subarray(at, at + 20),
      crc: records.readUInt32BE(at + 20),
      offset: records.readUInt32BE(at + 24),
    }
}

async function sha1Of(path: string): Promise<Buffer> {
  const hash = createHash('sha1')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest()
}

/** Version 2 of the format: fan-out, hashes, checksums, offsets. */
function indexOf(entries: readonly Entry[], packChecksum: Buffer): Buffer {
  const sorted = entries.toSorted((a, b) => Buffer.compare(a.oid, b.oid))
  const fanOut = new Uint32Array(256)
  for (const { oid } of sorted) fanOut[oid[0] ?? 0] = (fanOut[oid[0] ?? 0] ?? 0) + 1
  let total = 0
  const body = Buffer.concat([
    Buffer.from('\xfftOc\0\0\0\x02', 'latin1'),
    numbers(fanOut, (count) => (total += count)),
    ...sorted.map(({ oid }) => oid),
    numbers(sorted, ({ crc }) => crc),
    numbers(sorted, ({ offset }) => offset),
    packChecksum,
  ])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

function numbers<T>(items: ArrayLike<T>, of: (item: T) => number): Buffer {
  const bytes = Buffer.alloc(items.length * 4)
  Array.from(items).forEach((item, i) => bytes.writeUInt32BE(of(item), i * 4))
  return bytes
}
