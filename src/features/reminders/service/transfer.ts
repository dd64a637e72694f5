import type { FileId, NoteId } from '#base/ids.ts'
import { sameMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { invalidReminderExport } from '../problems.ts'
import { nextOccurrence } from '../occurrences.ts'
import type { ExactReminder } from '../reminder.ts'
import { isSameSeries } from '../repeat.ts'
import * as store from '../store/transfer.ts'
import { isSeries } from '../when.ts'

/** The reminders of these notes as they are stored, acknowledged ones included. */
export async function listRemindersOf(
  trx: Db,
  ctx: UserCtx,
  noteIds: readonly NoteId[],
): Promise<Map<NoteId, ExactReminder>> {
  return store.listRemindersOf(trx, ctx.user.id, noteIds)
}

/**
 * Imports the reminder of a note. A reminder that is already due shows at the bell but is not pushed: otherwise the import of
 * an old export would push every reminder that the user has long seen.
 */
export async function importReminder(
  trx: Db,
  ctx: UserCtx,
  note: { id: NoteId; fileId: FileId | null },
  exact: ExactReminder,
): Promise<'saved' | 'unchanged' | 'changed_here'> {
  if ((exact.status === 'acknowledged') !== (exact.ackAt !== null)) throw invalidReminderExport({ field: 'ack_at' })
  if (exact.series && !isSeries(exact.series)) throw invalidReminderExport({ field: 'repeat' })
  const isAhead = exact.status === 'pending' && exact.remindAt > ctx.now
  const reminder = {
    ...exact,
    pushAt: isAhead && exact.pushAt ? exact.remindAt : null,
    nextAt: nextAtOf(exact, ctx.now),
  }
  if (await store.insertReminder(trx, ctx.user.id, note, reminder)) return 'saved'
  const present = (await store.listRemindersOf(trx, ctx.user.id, [note.id])).get(note.id)
  return present && isSame(present, exact) ? 'unchanged' : 'changed_here'
}

/** The same for the next occurrence: the ones that have passed since the export are not sent now. */
function nextAtOf({ series, nextAt, remindAt }: ExactReminder, now: Date): Date | null {
  if (!series) return nextAt !== null && nextAt > now ? nextAt : null
  if (nextAt !== null && nextAt > now) return nextAt
  return nextAt && nextOccurrence(series, remindAt > now ? remindAt : now)
}

/** Of two that repeat alike, one may have gone on to its next occurrence: that is no change that a user made. */
function isSame(a: ExactReminder, b: ExactReminder): boolean {
  if (!isSameSeries(a.series, b.series)) return false
  if (a.series && a.status === b.status) return true
  return a.status === b.status && sameMoment(a.remindAt, b.remindAt) && a.ackAt?.getTime() === b.ackAt?.getTime()
}
