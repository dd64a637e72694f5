import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { currentOccurrence, occurrenceAfter } from '../occurrences.ts'
import { readSeries } from '../repeat.ts'
import * as occurrences from '../store/occurrences.ts'
import * as reminders from '../store/reminders.ts'

export { anyBeginning } from '../store/occurrences.ts'

/**
 * Acknowledges the current occurrence. A reminder that repeats is pending again, at its first occurrence after now; one that
 * does not is closed. `seen` limits this to the occurrence that the user saw: one that has come since is not acknowledged, whether or not
 * a worker has begun it. False when there is no such reminder.
 */
export async function acknowledgeOccurrence(ctx: UserCtx, noteId: NoteId, seen: Date | null): Promise<boolean> {
  const { db, user, now } = ctx
  if (await reminders.acknowledge(db, user.id, noteId, seen, now)) return true
  return db.transaction().execute(async (trx) => {
    const stored = await occurrences.lockRepeating(trx, user.id, noteId, seen)
    if (!stored) return false
    const hasNewer = seen !== null && stored.nextAt <= now
    const next = (hasNewer ? currentOccurrence : occurrenceAfter)(readSeries(stored), stored.nextAt, now)
    if (next) await occurrences.moveToNext(trx, user.id, noteId, next)
    return next !== null
  })
}

/** Undoes an acknowledgement, unless the reminder was set again or its next occurrence has begun since. */
export async function reopenOccurrence(ctx: UserCtx, noteId: NoteId, seen: Date | null): Promise<boolean> {
  const { db, user, now } = ctx
  return (
    (await reminders.reopen(db, user.id, noteId, seen, now)) ||
    (await occurrences.reopenPrevious(db, user.id, noteId, seen, now))
  )
}

/** Starts the occurrences that have come. Returns how many, at most `limit`. */
export function beginDueOccurrences(ctx: JobCtx, limit: number): Promise<number> {
  const now = ctx.clock()
  return occurrences.beginOccurrences(ctx.db, now, limit, (reminder) =>
    currentOccurrence(readSeries(reminder), reminder.nextAt, now),
  )
}
