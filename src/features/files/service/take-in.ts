import type { UserCtx } from '#platform/ctx.ts'
import { type Incoming, readAll, spool, type Spooled } from '#platform/incoming.ts'
import { Problem } from '#platform/problem.ts'
import { openZip, type Zip, ZipBomb } from '#platform/unzip.ts'
import { MAX_CONTENT_BYTES } from '../file.ts'
import { damagedZip, noFilesSelected, unreadableInZip, zipTooLarge } from '../problems.ts'
import { cleanPath } from '../upload-path.ts'
import { addFile, refuse, skipJunk, startUpload, type Upload, type Uploaded } from './upload.ts'

/** Files saved from one request, zips included. */
export const MAX_UPLOAD_FILES = 2_000
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024
/** Junk is listed in the directory too, and a copy of `node_modules` is long. */
const ZIP_LIMITS = { entries: 50_000, totalBytes: 1024 * 1024 * 1024 }

export type TakenIn = {
  results: Uploaded[]
  /** Why the rest was not taken; what `results` lists was. */
  stopped: Problem | null
}

/** Everything of one request: files, folders as names with slashes, and zips, which are unpacked. */
export async function takeInUpload(
  ctx: UserCtx,
  parts: AsyncIterable<Incoming>,
  isGone: () => boolean,
): Promise<TakenIn> {
  const upload = startUpload(ctx, 'upload')
  return takeIn(upload, parts, async (part) => {
    if (!isZipName(part.path))
      return addFile(upload, { path: part.path, bytes: await readAll(part.chunks, MAX_CONTENT_BYTES) })
    await using file = await spool(part.chunks)
    await withZip(upload, part.path, file, ZIP_LIMITS, (zip) => addZip(upload, part.path, zip, isGone))
  })
}

/** Walks the parts. What breaks the walk itself (too much, cut off) does not undo what is saved. */
export async function takeIn(
  upload: Upload,
  parts: AsyncIterable<Incoming>,
  takePart: (part: Incoming) => Promise<void>,
): Promise<TakenIn> {
  try {
    for await (const part of parts) await takePart(part)
  } catch (error) {
    if (!(error instanceof Problem) || upload.results.length === 0) throw error
    return { results: upload.results, stopped: error }
  }
  if (upload.results.length === 0) throw noFilesSelected()
  return { results: upload.results, stopped: null }
}

export function isZipName(path: string): boolean {
  return path.toLowerCase().endsWith('.zip')
}

/** What only calls itself a zip is a file like any other; a broken zip is said to be one. */
export async function withZip(
  upload: Upload,
  path: string,
  file: Spooled,
  limits: typeof ZIP_LIMITS,
  use: (zip: Zip) => Promise<void>,
): Promise<void> {
  try {
    await using zip = await openZip(file.path, limits)
    if (zip) return await use(zip)
    const start = await file.read(MAX_CONTENT_BYTES)
    if (start?.subarray(0, 2).toString('latin1') === 'PK' || start === null) throw damagedZip()
    await addFile(upload, { path, bytes: start })
  } catch (error) {
    const tooLarge = zipTooLarge({ max_files: MAX_UPLOAD_FILES, max_bytes: limits.totalBytes })
    refuse(upload, cleanPath(path), error instanceof ZipBomb ? tooLarge : error)
  }
}

export async function addZip(upload: Upload, path: string, zip: Zip, isGone: () => boolean): Promise<void> {
  for (const member of zip.members) {
    if (isGone()) return
    const clean = cleanPath(member.path)
    if (skipJunk(upload, clean)) continue
    if (upload.results.length >= MAX_UPLOAD_FILES) {
      const problem = zipTooLarge({ max_files: MAX_UPLOAD_FILES, max_bytes: ZIP_LIMITS.totalBytes })
      return refuse(upload, cleanPath(path), problem)
    }
    const read = await zip.read(member, MAX_CONTENT_BYTES)
    if (read.outcome === 'unreadable') refuse(upload, clean, unreadableInZip())
    else await addFile(upload, { path: clean, bytes: read.outcome === 'read' ? read.bytes : null, inZip: true })
  }
}
