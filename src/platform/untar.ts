import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { firstBytes } from './first-bytes.ts'
import { ZipBomb, type ZipLimits } from './unzip.ts'

export type TarEntry = {
  path: string
  kind: 'file' | 'folder' | 'other'
  /** The content, or null when it is larger. Only until the next entry is asked for. */
  read: (maxBytes: number) => Promise<Buffer | null>
}

/** Larger than the default, because each chunk passes several streams. */
const CHUNK_BYTES = 512 * 1024

/** A damaged archive, or one that ends in the middle. */
export class DamagedTar extends Error {}

/** Whether a file is a tar or a compressed one; by its first bytes, because names do not tell. */
export async function isTar(path: string): Promise<boolean> {
  const start = await firstBytes(path, 512)
  return isGzip(start) || start.toString('latin1', 257, 262) === 'ustar'
}

/** The entries of a tar on our disk, in order. Throws `ZipBomb` above the limits: it unpacks as it is read. */
export async function* readTar(path: string, limits: ZipLimits): AsyncGenerator<TarEntry> {
  const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const plain = isGzip(await firstBytes(path, 2)) ? raw.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : raw
  raw.on('error', (error) => plain.destroy(error))
  let entries = 0
  try {
    const bytes = Readable.toWeb(Readable.from(bounded(plain as AsyncIterable<Buffer>, limits.totalBytes)))
    // The stream types of Node and of the DOM differ in ways that do not matter here.
    const decoder = createTarDecoder({ strict: true }) as unknown as Parameters<typeof bytes.pipeThrough>[0]
    for await (const { header, body } of bytes.pipeThrough(decoder) as unknown as AsyncIterable<ParsedTarEntry>) {
      entries += 1
      if (entries > limits.entries) throw new ZipBomb('too many entries')
      const content = body as unknown as AsyncIterable<Uint8Array>
      const state = { isRead: false }
      yield {
        path: header.name,
        kind: header.type === 'file' ? 'file' : header.type === 'directory' ? 'folder' : 'other',
        read: (maxBytes) => {
          state.isRead = true
          return collect(content, maxBytes).catch((error: unknown) => {
            throw asArchiveError(error)
          })
        },
      }
      if (!state.isRead) await collect(content, 0)
    }
  } catch (error) {
    throw asArchiveError(error)
  } finally {
    raw.destroy()
    plain.destroy()
  }
}

function asArchiveError(error: unknown): Error {
  return error instanceof ZipBomb ? error : new DamagedTar('The archive cannot be read', { cause: error })
}

async function* bounded(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) throw new ZipBomb('too many bytes')
    yield chunk
  }
}

/** Always reads to the end: the next entry follows it. */
async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) kept = []
    else kept.push(chunk)
  }
  return size > maxBytes ? null : Buffer.concat(kept, size)
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b
}
