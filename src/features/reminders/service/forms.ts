import type { NoteId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import * as store from '../store/reminders.ts'
import { presetMoment } from '../when.ts'
import { stopRepeating } from '../store/occurrences.ts'
import { setWatch } from './watches.ts'
import { acknowledgeOccurrence, reopenOccurrence } from './occurrences.ts'
import { listAhead, listDue } from './reminders.ts'
import { LIST_LIMIT } from '../reminder.ts'

/** The outcome of a form. `moved`: the reminder was set again or acknowledged elsewhere since. */
export type Did = 'done' | 'snoozed' | 'removed' | 'reopened' | 'stopped' | 'watching' | 'gone' | 'moved'

/** Both lists of the page. */
export async function openPage(ctx: UserCtx) {
  const [due, ahead] = await Promise.all([listDue(ctx, LIST_LIMIT.max), listAhead(ctx, LIST_LIMIT.max)])
  return { due, ahead }
}

export async function acknowledge(ctx: UserCtx, noteId: NoteId, seen: Date): Promise<Did> {
  return (await acknowledgeOccurrence(ctx, noteId, seen)) ? 'done' : 'moved'
}

export async function reopen(ctx: UserCtx, noteId: NoteId, seen: Date): Promise<Did> {
  return (await reopenOccurrence(ctx, noteId, seen)) ? 'reopened' : 'moved'
}

/** `tomorrow` is 09:00 wall-clock time in `tz`. */
export async function snooze(
  ctx: UserCtx,
  noteId: NoteId,
  seen: Date,
  until: '10' | '60' | 'tomorrow',
  tz: string,
): Promise<Did> {
  const moment =
    until === 'tomorrow' ? presetMoment('tomorrow-09', tz, ctx.now) : addSeconds(ctx.now, Number(until) * 60)
  return (await store.postpone(ctx.db, ctx.user.id, noteId, moment, seen)) ? 'snoozed' : 'moved'
}

export async function drop(ctx: UserCtx, noteId: NoteId): Promise<Did> {
  return (await store.remove(ctx.db, ctx.user.id, noteId)) ? 'removed' : 'moved'
}

/** `gone`: there are no lines any more that could be watched. */
export async function watchAgain(ctx: UserCtx, noteId: NoteId): Promise<Did> {
  try {
    await setWatch(ctx, noteId, null)
    return 'watching'
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return 'gone'
    throw error
  }
}

export async function stop(ctx: UserCtx, noteId: NoteId): Promise<Did> {
  return (await stopRepeating(ctx.db, ctx.user.id, noteId)) ? 'stopped' : 'moved'
}
