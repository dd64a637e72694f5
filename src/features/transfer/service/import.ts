import type { UserCtx } from '#platform/ctx.ts'
import { type IncomingFile, readAll, spoolToDisk } from '#platform/incoming.ts'
import type { Zip } from '#platform/unzip.ts'
import { decodeText, type FileImport, importFile, startImport } from '#features/files/public.ts'
import type { Gist } from '../gist.ts'
import type { LibraryFormat } from '../library.ts'
import { noExtras } from '../outcome.ts'
import { importGists } from './import-gists.ts'
import type { ExtrasReport } from './import-job.ts'
import { importLibrary } from './import-library.ts'
import { type TransferResult, toTransferResult } from './outcomes.ts'
import { findLibrary } from './read-library.ts'
import { addZip, isZipName, MAX_UPLOAD_FILES, saveParts, withZip } from './take-in.ts'

/** A whole library is one zip, so the limit is far above that of an upload; it is buffered on disk, not in memory. */
export const IMPORT_LIMITS = { files: MAX_UPLOAD_FILES, bytes: 2 * 1024 * 1024 * 1024 }
const ZIP_LIMITS = { entries: 300_000, totalBytes: 8 * 1024 * 1024 * 1024 }
const MAX_JSON_BYTES = 32 * 1024 * 1024

export type Readers = { library: LibraryFormat; readGists: (text: string) => Gist[] | null }

/** Accepts our exports, zips, folders, and gists in GitHub's JSON; anything else is saved as a file. */
export async function importAll(
  ctx: UserCtx,
  parts: AsyncIterable<IncomingFile>,
  readers: Readers,
  isDisconnected: () => boolean,
): Promise<TransferResult> {
  const run = startImport(ctx, 'import')
  const extras: ExtrasReport = { counts: noExtras(), refused: [] }
  let libraries = 0
  const takeZip = async (path: string, zip: Zip) => {
    const library = await findLibrary(zip, readers.library)
    if (!library) return addZip(run, path, zip, ZIP_LIMITS, isDisconnected)
    libraries += 1
    await importLibrary({ run, library, format: readers.library, extras, isDisconnected })
  }
  const takePart = async ({ path, chunks }: IncomingFile) => {
    if (!isZipName(path)) return importPart(run, path, await readAll(chunks, MAX_JSON_BYTES), readers, isDisconnected)
    await using file = await spoolToDisk(ctx.spoolDir, chunks)
    await withZip(run, path, file, ZIP_LIMITS, (zip) => takeZip(path, zip))
  }
  // An export without files is a valid import.
  const isEmpty = () => run.results.length + libraries === 0
  const taken = await ctx.slots.transfers.run(ctx.user.id, () => saveParts(run, parts, takePart, isEmpty))
  return toTransferResult(taken, ctx.locale, extras)
}

async function importPart(
  run: FileImport,
  path: string,
  bytes: Buffer | null,
  { readGists }: Readers,
  isDisconnected: () => boolean,
): Promise<void> {
  const text = path.toLowerCase().endsWith('.json') && bytes ? decodeText(bytes) : null
  const gists = text === null ? null : readGists(text)
  await (gists ? importGists(run, gists, isDisconnected) : importFile(run, { kind: 'uploaded', path, bytes }))
}
