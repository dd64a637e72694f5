import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getNote } from '#features/notes/public.ts'
import { nextOccurrence } from '../occurrences.ts'
import * as problems from '../problems.ts'
import type { Series } from '../repeat.ts'
import { isSeries } from '../when.ts'
import { importReminder } from './transfer.ts'

/**
 * Brings a reminder back that was removed. The client sends what it removed, because nothing of it is stored; a new request with the same
 * time would start the rule anew, so that one that was snoozed from 9:00 to 9:40 would repeat at 9:40.
 */
export async function restoreReminder(
  ctx: UserCtx,
  noteId: NoteId,
  remindAt: Date,
  series: Series | null,
): Promise<void> {
  if (series && !isSeries(series)) throw problems.unknownRepeat()
  const { target } = await getNote(ctx, noteId)
  const note = { id: noteId, fileId: target.kind === 'file' ? target.fileId : null }
  const nextAt = series && nextOccurrence(series, remindAt > ctx.now ? remindAt : ctx.now)
  const reminder = { remindAt, status: 'pending', ackAt: null, pushAt: remindAt, series, nextAt } as const
  const outcome = await ctx.db.transaction().execute((trx) => importReminder(trx, ctx, note, reminder))
  if (outcome === 'changed_here') throw problems.reminderNotFound({ note_id: noteId })
}
