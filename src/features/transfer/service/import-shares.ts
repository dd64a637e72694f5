import type { FileId } from '#base/ids.ts'
import { importShare, type ShareImport } from '#features/shares/public.ts'
import type { LibraryShare } from '../library.ts'
import { shareFileMissing } from '../problems.ts'
import { countWrite, type ImportJob, refuseExtra, rowsOf } from './import-job.ts'

/** A hundred files with five thousand hidden lines each, one line of JSON for each of them. */
const MAX_SHARE_BYTES = 16 * 1024 * 1024

/** Imports shares after the files that they refer to; `files` maps exported file ids to ours. */
export async function importShares(job: ImportJob, files: ReadonlyMap<string, FileId>): Promise<void> {
  const { library, tasks, run, extras } = job
  const { shares: counts } = extras.counts
  for await (const row of rowsOf(job, 'shares')) {
    const { path } = row
    let name: string | null = null
    try {
      const share = await library.readPart(tasks.share, row, MAX_SHARE_BYTES)
      name = share.files.map(({ fileName }) => fileName).join(', ')
      const wanted = toImport(share, files, path)
      const outcome = await countWrite(job, () => importShare(run.ctx, wanted, isFromHere(share, files)))
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
