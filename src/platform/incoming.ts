import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file on its way to us, not yet in memory. `path` is what the sender calls it, folders included. */
export type Incoming = { path: string; chunks: AsyncIterable<Uint8Array> }

/** All of its bytes, or null when there are more than `max`. Read to the end either way: what follows it waits behind it. */
export async function readAll(chunks: AsyncIterable<Uint8Array>, max: number): Promise<Buffer | null> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > max) kept = []
    else kept.push(chunk)
  }
  return size > max ? null : Buffer.concat(kept, size)
}

/** A file on our disk for as long as somebody holds it. */
export type Spooled = AsyncDisposable & {
  path: string
  /** All of it, or null when it is larger. */
  read: (max: number) => Promise<Buffer | null>
}

/** To the disk instead of into memory: a zip can only be read from its end. */
export async function spool(chunks: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'codeshelf-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'incoming')
  try {
    await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
    const read = async (max: number) =>
      (await stat(path)).size > max ? null : readAll(createReadStream(path) as AsyncIterable<Buffer>, max)
    return { path, read, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}
