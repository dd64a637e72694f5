import type { FileId } from '#base/ids.ts'
import { readBulkIds } from '../bulk-ids.ts'
import { MAX_BULK } from '../file.ts'
import { invalidFileId, noFilesSelected, tooManyFiles } from '../problems.ts'

/** The ids of a bulk call, or the refusal that says what is wrong with them. */
export function bulkIds(given: readonly unknown[] | undefined): FileId[] {
  const read = readBulkIds(given)
  switch (read.outcome) {
    case 'ids':
      return read.ids
    case 'none':
      throw noFilesSelected()
    case 'too_many':
      throw tooManyFiles({ max: MAX_BULK })
    case 'invalid':
      throw invalidFileId({ file_id: read.id })
  }
}
