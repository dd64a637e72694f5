import type { UserCtx } from '#platform/ctx.ts'
import { type Incoming, readAll, spool } from '#platform/incoming.ts'
import type { Zip } from '#platform/unzip.ts'
import {
  addFile,
  addZip,
  decodeText,
  isZipName,
  MAX_UPLOAD_FILES,
  startUpload,
  takeIn,
  type Upload,
  withZip,
} from '#features/files/public.ts'
import type { Gist } from '../gist.ts'
import type { LibraryFormat } from '../library.ts'
import { importGists } from './import-gists.ts'
import { findLibrary, importLibrary } from './import-library.ts'
import { type Taken, toTaken } from './outcomes.ts'

/** A whole library comes as one zip, so far more than an upload; it goes to the disk, not into memory. */
export const IMPORT_LIMITS = { files: MAX_UPLOAD_FILES, bytes: 2 * 1024 * 1024 * 1024 }
const ZIP_LIMITS = { entries: 300_000, totalBytes: 8 * 1024 * 1024 * 1024 }
const MAX_JSON_BYTES = 32 * 1024 * 1024

export type Readers = { library: LibraryFormat; readGists: (text: string) => Gist[] | null }

/** Knows an export of ours, a zip, a folder, and gists in GitHub's JSON; anything else is a file. */
export async function importAll(
  ctx: UserCtx,
  parts: AsyncIterable<Incoming>,
  readers: Readers,
  isGone: () => boolean,
): Promise<Taken> {
  const upload = startUpload(ctx, 'import')
  const taken = await takeIn(upload, parts, async (part) => {
    if (isZipName(part.path)) {
      await using file = await spool(part.chunks)
      return await withZip(upload, part.path, file, ZIP_LIMITS, (zip) =>
        importZip(upload, part.path, zip, readers.library, isGone),
      )
    }
    const isJson = part.path.toLowerCase().endsWith('.json')
    const bytes = await readAll(part.chunks, MAX_JSON_BYTES)
    const text = isJson && bytes ? decodeText(bytes) : null
    const gists = text === null ? null : readers.readGists(text)
    return gists ? importGists(upload, gists, isGone) : addFile(upload, { path: part.path, bytes })
  })
  return toTaken(taken, ctx.locale)
}

async function importZip(
  upload: Upload,
  path: string,
  zip: Zip,
  format: LibraryFormat,
  isGone: () => boolean,
): Promise<void> {
  const library = await findLibrary(zip, format)
  if (library) await importLibrary(upload, zip, library, format, isGone)
  else await addZip(upload, path, zip, isGone)
}
