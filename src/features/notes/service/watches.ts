import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FoundChange } from '#features/following/public.ts'
import * as store from '../store/watches.ts'

export {
  armWatch,
  disarmWatch,
  isFileWatched,
  listChanges,
  listWatchingFile,
  listWatchingRepo,
} from '../store/watches.ts'

/** Call it in the transaction that records where the code is now. Returns the notes that fired, for which the caller sets a reminder. */
export async function fireWatches(
  trx: Db,
  userId: UserId,
  changes: readonly FoundChange[],
  now: Date,
): Promise<NoteId[]> {
  return changes.length === 0 ? [] : store.fireWatches(trx, userId, changes, now)
}
