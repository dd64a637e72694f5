import type { UserCtx } from '#platform/ctx.ts'
import { type IncomingFile, readAll, spoolToDisk } from '#platform/incoming-file.ts'
import type { Zip } from '#platform/unzip.ts'
import { importFile, startImport } from '#features/files/public.ts'
import { noExtras } from '../outcome.ts'
import { importGists } from './import-gists.ts'
import type { ExtrasReport, Importer } from './import-job.ts'
import { importLibrary } from './import-library.ts'
import { type TransferResult, toTransferResult } from './outcomes.ts'
import { partTasks, type PartTasks, type Readers } from './part-tasks.ts'
import { findLibrary, partReader, type ReadPart } from './read-library.ts'
import { addZip, isZipName, MAX_UPLOAD_FILES, saveParts, withZip } from './take-in.ts'

/** A whole library is one zip, so the limit is far above that of an upload; it is buffered on disk, not in memory. */
export const IMPORT_LIMITS = { files: MAX_UPLOAD_FILES, bytes: 2 * 1024 * 1024 * 1024 }
const ZIP_LIMITS = { entries: 300_000, totalBytes: 8 * 1024 * 1024 * 1024 }
const MAX_JSON_BYTES = 32 * 1024 * 1024

/** Accepts our exports, zips, folders, and gists in GitHub's JSON; anything else is saved as a file. Ends when the signal is aborted. */
export async function importAll(
  ctx: UserCtx,
  parts: AsyncIterable<IncomingFile>,
  { readers, importer }: { readers: Readers; importer: Importer },
  signal: AbortSignal,
): Promise<TransferResult> {
  const run = startImport(ctx, 'import')
  const tasks = partTasks(readers)
  const readPart = partReader(ctx.offload, signal)
  const isDisconnected = () => signal.aborted
  const extras: ExtrasReport = { counts: noExtras(), refused: [] }
  let libraries = 0
  const takeZip = async (path: string, zip: Zip) => {
    const library = await findLibrary(zip, tasks, readPart)
    if (!library) return addZip(run, path, zip, ZIP_LIMITS, isDisconnected)
    libraries += 1
    await importLibrary({ importer, run, library, tasks, extras, isDisconnected })
  }
  const takePart = async ({ path, chunks }: IncomingFile) => {
    if (!isZipName(path)) {
      const read = await readAll(chunks, MAX_JSON_BYTES)
      // A copy of what may be saved as a file; larger texts are gists or nothing.
      const bytes = read && read.length <= ctx.maxFileBytes ? Buffer.from(read) : null
      const gists = read && (await readGists(path, read, tasks, readPart))
      await (gists ? importGists(run, gists, isDisconnected) : importFile(run, { kind: 'uploaded', path, bytes }))
      return
    }
    await using file = await spoolToDisk(ctx.spoolDir, chunks)
    await withZip(run, path, file, ZIP_LIMITS, (zip) => takeZip(path, zip))
  }
  // An export without files is a valid import.
  const isEmpty = () => run.results.length + libraries === 0
  const taken = await ctx.slots.transfers.run(ctx.user.id, () => saveParts(run, parts, takePart, isEmpty))
  return toTransferResult(taken, ctx.locale, extras)
}

async function readGists(path: string, bytes: Buffer, { gists }: PartTasks, readPart: ReadPart) {
  return path.toLowerCase().endsWith('.json') ? readPart(gists, bytes) : null
}
