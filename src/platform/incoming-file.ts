import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull, noDiskSpace } from './disk-full.ts'

/** An incoming file, not yet in memory. `path` is the sender's name for it, folders included. */
export type IncomingFile = { path: string; chunks: AsyncIterable<Uint8Array> }

/** All of its bytes, or null when there are more than `max`. Always reads to the end: the next part of the form follows it. */
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

/** A temporary file on our disk, deleted when disposed of. */
export type SpooledFile = AsyncDisposable & {
  path: string
  /** The whole content, or null when it is larger. */
  read: (max: number) => Promise<Buffer | null>
}

/** A temporary folder of our own, deleted with everything in it when disposed of. `dir` is the setting SPOOL_DIR. */
export async function spoolFolder(dir: string): Promise<AsyncDisposable & { path: string }> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(dir, 'incoming-'))
  const alive = keepAlive(path)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      clearInterval(alive)
      await rm(path, { recursive: true, force: true })
    },
  }
}

const TOUCH_EVERY_MS = 5 * 60_000

/** Shows every process that shares the directory that this folder is in use: see `keepSpoolClean`. */
function keepAlive(path: string): NodeJS.Timeout {
  const touch = () => {
    const now = new Date()
    // It was removed at this moment.
    utimes(path, now, now).catch(() => undefined)
  }
  return setInterval(touch, TOUCH_EVERY_MS).unref()
}

/**
 * Writes to the disk instead of memory: a zip can only be read from its end. A full disk is a problem, so that an upload reports the files
 * that it saved before.
 */
export async function spoolToDisk(dir: string, chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  return spool(dir, chunks).catch((error: unknown) => {
    throw isDiskFull(error) ? noDiskSpace() : error
  })
}

async function spool(dir: string, chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const { path: folder, [Symbol.asyncDispose]: remove } = await spoolFolder(dir)
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
