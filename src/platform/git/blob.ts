import type { Readable } from 'node:stream'
import { startGit } from './process.ts'
import { readGit } from './run.ts'

const READ_SECONDS = 30
const STREAM_SECONDS = 600

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
