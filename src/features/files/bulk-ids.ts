import { type FileId, parseId } from '#base/ids.ts'
import { MAX_BULK } from './file.ts'

export type BulkIds =
  | { outcome: 'ids'; ids: FileId[] }
  | { outcome: 'none' }
  | { outcome: 'too_many' }
  | { outcome: 'invalid'; id: string }

/** Drops duplicates before it checks the ids. */
export function readBulkIds(given: readonly unknown[] | undefined): BulkIds {
  const unique = [...new Set(given ?? [])]
  if (unique.length === 0) return { outcome: 'none' }
  if (unique.length > MAX_BULK) return { outcome: 'too_many' }
  const ids: FileId[] = []
  for (const each of unique) {
    const id = typeof each === 'string' ? parseId<'file'>(each) : null
    if (!id) return { outcome: 'invalid', id: typeof each === 'string' ? each : typeof each }
    ids.push(id)
  }
  return { outcome: 'ids', ids }
}
