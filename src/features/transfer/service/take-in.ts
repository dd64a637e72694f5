import { junkRoot } from '#base/junk-paths.ts'
import { cleanPath } from '#base/path.ts'
import type { IncomingFile, SpooledFile } from '#platform/incoming-file.ts'
import { Problem } from '#platform/problem.ts'
import { openZip, type Zip, ZipBomb, type ZipLimits } from '#platform/unzip.ts'
import { type FileImport, importFile, type ImportResult, noFilesSelected } from '#features/files/public.ts'
import { damagedZip, unreadableInZip, zipTooLarge } from '../problems.ts'

/** The limit of files saved from one request, zips included. */
export const MAX_UPLOAD_FILES = 2_000

export type UploadOutcome = {
  results: readonly ImportResult[]
  /** Why the rest of the request was not saved; everything in `results` was processed. */
  stopped: Problem | null
}

/**
 * Processes the parts. An error of the request itself (too large, cut off) does not undo what is saved. `isEmpty` is for
 * callers that save more than files.
 */
export async function saveParts(
  { results }: FileImport,
  parts: AsyncIterable<IncomingFile>,
  takePart: (part: IncomingFile) => Promise<void>,
  isEmpty = () => results.length === 0,
): Promise<UploadOutcome> {
  try {
    for await (const part of parts) await takePart(part)
  } catch (error) {
    if (!(error instanceof Problem) || isEmpty()) throw error
    return { results, stopped: error }
  }
  if (isEmpty()) throw noFilesSelected({ field: 'files' })
  return { results, stopped: null }
}

export function isZipName(path: string): boolean {
  return path.toLowerCase().endsWith('.zip')
}

/** A file that is only named `.zip` is saved like any other; a broken zip gets its own problem. */
export async function withZip(
  run: FileImport,
  path: string,
  file: SpooledFile,
  limits: ZipLimits,
  use: (zip: Zip) => Promise<void>,
): Promise<void> {
  try {
    await using zip = await openZip(file.path, limits)
    if (zip) return await use(zip)
    const start = await file.read(run.ctx.maxFileBytes)
    if (start?.subarray(0, 2).toString('latin1') === 'PK' || start === null) throw damagedZip()
    await importFile(run, { kind: 'uploaded', path, bytes: start })
  } catch (error) {
    await refuseZip(run, path, error instanceof ZipBomb ? tooLarge(limits) : error)
  }
}

/** Saves the entries of a zip. */
export async function addZip(
  run: FileImport,
  path: string,
  zip: Zip,
  limits: ZipLimits,
  isDisconnected: () => boolean,
): Promise<void> {
  for (const member of zip.members) {
    if (isDisconnected()) return
    const clean = cleanPath(member.path)
    if (junkRoot(clean) !== null) {
      // Junk is counted without being unpacked.
      await importFile(run, { kind: 'uploaded', path: clean, bytes: null })
      continue
    }
    if (run.results.length >= MAX_UPLOAD_FILES) return refuseZip(run, path, tooLarge(limits))
    const read = await zip.read(member, run.ctx.maxFileBytes)
    if (read.outcome === 'unreadable') await importFile(run, { kind: 'refused', path: clean, error: unreadableInZip() })
    else {
      const bytes = read.outcome === 'read' ? read.bytes : null
      await importFile(run, { kind: 'uploaded', path: clean, bytes, inZip: true })
    }
  }
}

async function refuseZip(run: FileImport, path: string, error: unknown): Promise<void> {
  await importFile(run, { kind: 'refused', path: cleanPath(path), error })
}

function tooLarge({ totalBytes }: ZipLimits): Problem {
  return zipTooLarge({ max_files: MAX_UPLOAD_FILES, max_bytes: totalBytes })
}
