import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { readBulkIds } from '../bulk-ids.ts'
import { type File, MAX_BULK } from '../file.ts'
import { invalidFileId, noFilesSelected, tooManyFiles } from '../problems.ts'
import { getLiveFiles } from './bulk.ts'

/** The live files of a bulk call, in its order. */
export async function findChosen(ctx: UserCtx, given: readonly unknown[] | undefined): Promise<File[]> {
  const ids = parseBulkIds(given)
  const found = new Map((await getLiveFiles(ctx, ids)).map((file) => [file.id, file]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The ids of a bulk call; throws a problem that names what is wrong with them. */
export function parseBulkIds(given: readonly unknown[] | undefined): FileId[] {
  const read = readBulkIds(given)
  switch (read.outcome) {
    case 'ids':
      return read.ids
    case 'none':
      throw noFilesSelected({ field: 'file_ids' })
    case 'too_many':
      throw tooManyFiles({ field: 'file_ids', max: MAX_BULK })
    case 'invalid':
      throw invalidFileId({ field: 'file_ids', file_id: read.id })
  }
}
