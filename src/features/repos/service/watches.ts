import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FoundChange, FoundNote } from '#features/following/public.ts'
import { fireWatches, listWatchingRepo } from '#features/notes/public.ts'
import type { NotedLines, UsedPath } from '../noted-lines.ts'

export { lockAtHead } from '../store/repos.ts'

/**
 * Sets the reminders of notes whose code changed, in the transaction that moves their user to the new commit. `reminders` implements it and
 * `src/app/jobs.ts` passes it in, because reminders are above repositories.
 */
export type RemindOfChanges = (trx: Db, userId: UserId, ids: readonly NoteId[], now: Date) => Promise<void>

/** A watch was set after the sync read the notes. The user stays at the earlier commit, from which the next sync follows it. */
class WatchedMeanwhile extends Error {}

/** Files that the new commit has no longer, or with another content. */
export type Touched = { gone: readonly string[]; changed: readonly string[] }

/** What a sync read before it moves users: the notes on files that changed, where they are now, and what their watches found. */
export type ReadNotes = {
  touched: Touched
  /** Also those that could not be followed. */
  noted: ReadonlyMap<NoteId, NotedLines>
  found: readonly FoundNote<NotedLines>[]
  changes: ReadonlyMap<NoteId, FoundChange>
}

export const NOTHING_READ: ReadNotes = {
  touched: { gone: [], changed: [] },
  noted: new Map(),
  found: [],
  changes: new Map(),
}

/** Whether the sync read this watch, and not an earlier one of the note. */
export function isRead({ noted }: ReadNotes, id: NoteId, watchAt: Date): boolean {
  return noted.get(id)?.watchAt?.getTime() === watchAt.getTime()
}

/** Fires what the sync found, in the transaction that moves the user. Call it before the notes of the user move. */
export async function fireInRepo(
  trx: Db,
  user: UsedPath,
  read: ReadNotes,
  { now, remind }: { now: Date; remind: RemindOfChanges },
): Promise<void> {
  const watching = await listWatchingRepo(trx, user.userId, user.name)
  const touched = new Set([...read.touched.gone, ...read.touched.changed])
  if (watching.some(({ id, path, at }) => touched.has(path) && !isRead(read, id, at)))
    throw new WatchedMeanwhile('A watch was set during the sync')
  const changes = watching.flatMap(({ id }) => read.changes.get(id) ?? [])
  const fired = await fireWatches(trx, user.userId, changes, now)
  if (fired.length > 0) await remind(trx, user.userId, fired, now)
}
