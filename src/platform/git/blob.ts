import { PassThrough, type Readable } from 'node:stream'
import { startGit } from './process.ts'
import { readGit } from './run.ts'
import { SIZES } from './tree.ts'

const READ_SECONDS = 30
const STREAM_SECONDS = 600
const SIZES_BYTES = 1_000_000

export type Blob = { bytes: Buffer; isCut: boolean }

/** The bytes of one object by its hash, up to `maxBytes`. Paths never come near this. */
export async function readBlob(dir: string, oid: string, maxBytes: number): Promise<Blob> {
  return readGit({ args: [`--git-dir=${dir}`, 'cat-file', 'blob', oid], seconds: READ_SECONDS }, maxBytes)
}

/** All of it, however large, as it comes; git ends when nobody reads any more. */
export function streamBlob(dir: string, oid: string): Readable {
  const { stdout, stop } = startGit({ args: [`--git-dir=${dir}`, 'cat-file', 'blob', oid], seconds: STREAM_SECONDS })
  stdout.on('close', () => stop('stopped'))
  return stdout
}

/** Told object by object while they become known; at the end, how large each is. What is not there has no size. */
export function startSizes(dir: string, signal?: AbortSignal) {
  const names = new PassThrough()
  const asked: string[] = []
  const args = [`--git-dir=${dir}`, ...SIZES]
  const reading = readGit({ args, seconds: READ_SECONDS, input: names, signal }, SIZES_BYTES)
  // Whoever left early does not wait for it.
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

/** Many in one go, in the order asked; null for what is not there or larger than allowed. */
export async function readBlobs(
  dir: string,
  names: readonly string[],
  { each, total }: { each: number; total: number },
): Promise<(Buffer | null)[]> {
  if (names.length === 0) return []
  const input = `${names.join('\n')}\n`
  const args = [`--git-dir=${dir}`, 'cat-file', '--batch']
  const { bytes } = await readGit({ args, seconds: READ_SECONDS, input }, total)
  const blobs: (Buffer | null)[] = []
  let at = 0
  for (let n = 0; n < names.length; n++) {
    const end = bytes.indexOf(10, at)
    const head = end === -1 ? '' : bytes.subarray(at, end).toString('utf8')
    const size = Number(/ blob (\d+)$/.exec(head)?.[1] ?? Number.NaN)
    at = end + 1
    if (Number.isNaN(size)) {
      blobs.push(null)
      continue
    }
    blobs.push(size <= each && at + size <= bytes.length ? bytes.subarray(at, at + size) : null)
    at += size + 1
  }
  return blobs
}
