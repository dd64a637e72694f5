import { PassThrough, type Readable } from 'node:stream'
import { startGit } from './process.ts'
import { readGit } from './run.ts'
import { CAT_FILE_SIZES } from './tree.ts'

const READ_SECONDS = 30
const STREAM_SECONDS = 600
const SIZES_BYTES = 1_000_000
/** `<hash> blob <size>` before a file, and a line end after it. */
const HEAD_BYTES = 100
/** What git prints for names that it does not know. */
const WORDS_BYTES = 1_000_000

export type Blob = { bytes: Buffer; isCut: boolean }

/** The bytes of one object by its hash, up to `maxBytes`. Takes no paths. */
export async function readBlob(dir: string, oid: string, maxBytes: number): Promise<Blob> {
  return readGit({ args: [`--git-dir=${dir}`, 'cat-file', 'blob', oid], seconds: READ_SECONDS }, maxBytes)
}

/** A stream of the whole object; git ends when the reader stops. */
export function streamBlob(dir: string, oid: string): Readable {
  const { stdout, stop } = startGit({ args: [`--git-dir=${dir}`, 'cat-file', 'blob', oid], seconds: STREAM_SECONDS })
  stdout.on('close', () => stop('stopped'))
  return stdout
}

/** Takes object ids while they become known and returns the size of each at the end. Missing objects have no size. */
export function startSizeQuery(dir: string, signal?: AbortSignal) {
  const names = new PassThrough()
  const asked: string[] = []
  const args = [`--git-dir=${dir}`, ...CAT_FILE_SIZES]
  const reading = readGit({ args, seconds: READ_SECONDS, input: names, signal }, SIZES_BYTES)
  // A reader that left early does not wait for it.
  reading.catch(() => undefined)
  return {
    add(oid: string): void {
      asked.push(oid)
      names.write(`${oid}\n`)
    },
    end: () => names.end(),
    async sizes(): Promise<Map<string, number>> {
      const sizes = (await reading).bytes.toString('latin1').split('\n')
      return new Map(asked.map((oid, i) => [oid, Number(sizes[i]) || 0]))
    },
  }
}

export type FoundBlob = { oid: string; size: number }

/** Hash and size of each named file, in the order asked; null for what is not a file or missing. */
export async function findBlobs(dir: string, names: readonly string[]): Promise<(FoundBlob | null)[]> {
  if (names.length === 0) return []
  const input = `${names.join('\n')}\n`
  const args = [`--git-dir=${dir}`, 'cat-file', '--batch-check=%(objecttype) %(objectname) %(objectsize)', '--buffer']
  const { bytes } = await readGit({ args, seconds: READ_SECONDS, input }, WORDS_BYTES + 2 * input.length)
  return bytes
    .toString('utf8')
    .split('\n')
    .slice(0, names.length)
    .map((line) => {
      const [, oid, size] = /^blob ([0-9a-f]+) (\d+)$/.exec(line) ?? []
      return oid === undefined ? null : { oid, size: Number(size) }
    })
}

/** Many objects in one process, in the order asked; null for what is missing or larger than `each`. */
export async function readBlobs(dir: string, names: readonly string[], each: number): Promise<(Buffer | null)[]> {
  const found = await findBlobs(dir, names)
  const wanted = found.map((blob) => (blob && blob.size <= each ? blob : null))
  const read = (
    await readFoundBlobs(
      dir,
      wanted.filter((blob) => blob !== null),
    )
  ).values()
  return wanted.map((blob) => blob && (read.next().value ?? null))
}

/** The bytes of blobs that `findBlobs` found, in their order. */
export async function readFoundBlobs(dir: string, blobs: readonly FoundBlob[]): Promise<Buffer[]> {
  if (blobs.length === 0) return []
  const input = blobs.map(({ oid }) => `${oid}\n`).join('')
  const total = blobs.reduce((sum, { size }) => sum + size + HEAD_BYTES, 0)
  const args = [`--git-dir=${dir}`, 'cat-file', '--batch', '--buffer']
  const { bytes } = await readGit({ args, seconds: READ_SECONDS, input }, total)
  let at = 0
  return blobs.map(({ size }) => {
    const start = bytes.indexOf(10, at) + 1
    at = start + size + 1
    return bytes.subarray(start, start + size)
  })
}
