import type { FileId } from '#base/ids.ts'
import { importShare, type ShareImport } from '#features/shares/public.ts'
import type { LibraryShare } from '../library.ts'
import { damagedExport, shareFileMissing } from '../problems.ts'
import { type ImportJob, refuseExtra } from './import-job.ts'

/** A hundred files with five thousand hidden lines each, one line of JSON for each of them. */
const MAX_SHARE_BYTES = 16 * 1024 * 1024

/** Imports shares after the files that they refer to; `files` maps exported file ids to ours. */
export async function importShares(job: ImportJob, files: ReadonlyMap<string, FileId>): Promise<void> {
  const { library, format, run, extras } = job
  const { shares: counts } = extras.counts
  for (const { path, sidecar, sidecarSha256 } of library.manifest.shares) {
    if (job.isDisconnected()) return
    let name: string | null = null
    try {
      const share = format.readShare(await library.readText(sidecar, sidecarSha256, MAX_SHARE_BYTES))
      if (!share) throw damagedExport({ path: sidecar })
      name = share.files.map(({ fileName }) => fileName).join(', ')
      const outcome = await importShare(run.ctx, toImport(share, files, path), isFromHere(share, files))
      counts[outcome === 'new_address' ? 'saved' : outcome] += 1
      if (outcome === 'new_address') counts.newAddress += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'share', path, name }, error)
    }
  }
}

function toImport(share: LibraryShare, files: ReadonlyMap<string, FileId>, path: string): ShareImport {
  return {
    ...share,
    files: share.files.map((file) => {
      const fileId = files.get(file.fileId)
      if (fileId === undefined) throw shareFileMissing({ path })
      return { ...file, fileId }
    }),
  }
}

/** Imported files get new ids, so a file with its exported id shows that the export was made from this account. */
function isFromHere(share: LibraryShare, files: ReadonlyMap<string, FileId>): boolean {
  return share.files.some(({ fileId }) => files.get(fileId) === fileId)
}
