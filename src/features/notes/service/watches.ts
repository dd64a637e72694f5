import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { quoteOf } from '../anchor/quote.ts'
import * as store from '../store/watches.ts'
import { cutToLimit, isSameCode } from '../watch.ts'
import { locateInFile } from './locate-in-file.ts'

export {
  armWatch,
  disarmWatch,
  type FoundChange,
  isFileWatched,
  listChanges,
  type StoredChange,
} from '../store/watches.ts'

/** The watches on the newest version of a file: which of them found another text. */
export async function findChangesInFile(
  ctx: ReaderCtx,
  fileId: FileId,
  newest: { version: number; content: string },
): Promise<store.FoundChange[]> {
  const watching = await store.listWatchingFile(ctx.db, ctx.user.id, fileId)
  const locations = await locateInFile(
    ctx,
    fileId,
    watching.map(({ note }) => note),
  )
  return watching.flatMap(({ note: { id }, at, text }): store.FoundChange[] => {
    const location = locations.get(id)
    // The task missed its deadline: the next version is checked again.
    if (!location || location.state === 'unknown') return []
    if (location.state === 'lost') return [{ id, at, after: null }]
    const { start, end } = location.lines
    const after = quoteOf(newest.content, newest.version, start, end)?.text ?? null
    return after !== null && isSameCode(text, after) ? [] : [{ id, at, after: after && cutToLimit(after) }]
  })
}

/** The watches of a repository that are on, by the path of their file. */
export async function listWatchingRepo(db: Db, userId: UserId, repoName: string) {
  return store.listWatchingRepo(db, userId, repoName)
}

/** Call it in the transaction that records where the code is now. Returns the notes that fired, for which the caller sets a reminder. */
export async function fireWatches(
  trx: Db,
  userId: UserId,
  changes: readonly store.FoundChange[],
  now: Date,
): Promise<NoteId[]> {
  return changes.length === 0 ? [] : store.fireWatches(trx, userId, changes, now)
}
