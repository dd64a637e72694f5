import type { UserCtx } from '#platform/ctx.ts'
import { type IncomingFile, readAll, spoolToDisk } from '#platform/incoming-file.ts'
import { importFile, startImport } from '#features/files/public.ts'
import { type TransferResult, toTransferResult } from './outcomes.ts'
import { addZip, isZipName, MAX_UPLOAD_FILES, saveParts, withZip } from './take-in.ts'

export const UPLOAD_LIMITS = { files: MAX_UPLOAD_FILES, bytes: 200 * 1024 * 1024 }
/** The limit of zip entries is higher: junk is listed in the zip directory too, and a copy of `node_modules` is long. */
const ZIP_LIMITS = { entries: 50_000, totalBytes: 1024 * 1024 * 1024 }

/** Saves everything in one request: files, folders as names with slashes, and the entries of zips. */
export async function upload(
  ctx: UserCtx,
  parts: AsyncIterable<IncomingFile>,
  isDisconnected: () => boolean,
): Promise<TransferResult> {
  const run = startImport(ctx, 'upload')
  const takePart = async ({ path, chunks }: IncomingFile) => {
    if (!isZipName(path)) {
      await importFile(run, { kind: 'uploaded', path, bytes: await readAll(chunks, ctx.maxFileBytes) })
      return
    }
    await using file = await spoolToDisk(ctx.spoolDir, chunks)
    await withZip(run, path, file, ZIP_LIMITS, (zip) => addZip(run, path, zip, ZIP_LIMITS, isDisconnected))
  }
  const taken = await ctx.slots.transfers.run(ctx.user.id, () => saveParts(run, parts, takePart))
  return toTransferResult(taken, ctx.locale)
}
