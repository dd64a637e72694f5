import type { NoteId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { currentLines } from '#features/following/public.ts'
import { getNote, noteUrl } from '#features/notes/public.ts'
import { locateNotes } from '#features/repos/public.ts'
import * as problems from '../problems.ts'
import { nextOccurrence } from '../occurrences.ts'
import { type Delivery, previewOf, type ShownReminder } from '../reminder.ts'
import { readSeries, type Repeat } from '../repeat.ts'
import { stopRepeating } from '../store/occurrences.ts'
import * as store from '../store/reminders.ts'
import { nextInSeconds, type Summary } from '../summary.ts'
import { type ReminderTime, resolve, startSeries } from '../when.ts'
import { showChanges } from './change-task.ts'
import { acknowledgeOccurrence, reopenOccurrence } from './occurrences.ts'

export async function summary(ctx: UserCtx): Promise<Summary & { nextInSeconds: number | null }> {
  const found = await store.summarise(ctx.db, ctx.user.id, ctx.now)
  return { ...found, nextInSeconds: nextInSeconds(ctx.now, found) }
}

export async function listDue(ctx: UserCtx, limit: number): Promise<ShownReminder[]> {
  return showLocated(ctx, await store.listDue(ctx.db, ctx.user.id, ctx.now, limit))
}

export async function listAhead(ctx: UserCtx, limit: number): Promise<ShownReminder[]> {
  return showLocated(ctx, await store.listAhead(ctx.db, ctx.user.id, ctx.now, limit))
}

/** Adds the current line of each note, no line when its lines are lost, and what its watch found. */
async function showLocated(ctx: UserCtx, rows: readonly store.Row[]): Promise<ShownReminder[]> {
  const locations = await locateNotes(
    ctx,
    rows.map(({ noteId }) => noteId),
  )
  const changed = rows.filter(({ changedAt }) => changedAt !== null)
  const changes = await showChanges(
    ctx,
    changed.map(({ noteId }) => noteId),
  )
  return rows.map((row) => {
    const lines = currentLines(locations.get(row.noteId))
    const shown = toShown(lines === undefined ? row : { ...row, lineStart: lines?.start ?? null })
    return { ...shown, change: changes.get(row.noteId) ?? null }
  })
}

export type Read = { reminder: ShownReminder | null; deliveries: Delivery[] }

export async function readReminder(ctx: UserCtx, noteId: NoteId): Promise<Read> {
  await getNote(ctx, noteId)
  const row = await store.find(ctx.db, ctx.user.id, noteId)
  return { reminder: row && toShown(row), deliveries: await store.deliveriesOf(ctx.db, ctx.user.id, noteId) }
}

export type AskedReminder = { time: ReminderTime; tz: string; repeat: Repeat | null }

/** Sets or replaces a reminder with its rule; an acknowledged one becomes pending again. */
export async function setReminder(ctx: UserCtx, noteId: NoteId, { time, tz, repeat }: AskedReminder): Promise<Date> {
  const asked = momentOf(ctx, time, tz)
  const { target } = await getNote(ctx, noteId)
  const fileId = target.kind === 'file' ? target.fileId : null
  const { series, first } = repeat ? startSeries(repeat, time, asked, tz) : { series: null, first: asked }
  const nextAt = series && nextOccurrence(series, first)
  await store.arm(ctx.db, ctx.user.id, { noteId, fileId, remindAt: first, series, nextAt })
  return first
}

function momentOf(ctx: UserCtx, time: ReminderTime, tz: string): Date {
  const resolved = resolve(time, tz, ctx.now)
  if (resolved.outcome === 'invalid_at') throw problems.invalidAt({ field: 'at' })
  if (resolved.outcome === 'time_in_past') throw problems.timeInPast({ field: 'at' })
  return resolved.moment
}

/** Minutes from now, or a time as for `setReminder`. */
export type SnoozeUntil = { minutes: number } | { time: ReminderTime; tz: string }

/** Moves only this occurrence. `seen` limits it to the reminder that the user saw, as for `acknowledge`. */
export async function snooze(ctx: UserCtx, noteId: NoteId, until: SnoozeUntil, seen: Date | null): Promise<Date> {
  const remindAt = 'minutes' in until ? addSeconds(ctx.now, until.minutes * 60) : momentOf(ctx, until.time, until.tz)
  await getNote(ctx, noteId)
  if (!(await store.postpone(ctx.db, ctx.user.id, noteId, remindAt, seen)))
    throw problems.reminderNotFound({ note_id: noteId })
  return remindAt
}

/** The current occurrence stays, and is the last one. */
export async function stopRepeat(ctx: UserCtx, noteId: NoteId): Promise<void> {
  await getNote(ctx, noteId)
  if (!(await stopRepeating(ctx.db, ctx.user.id, noteId))) throw problems.reminderNotFound({ note_id: noteId })
}

/** `moment` limits this to the reminder that the user saw: it must not close one that was set again since. */
export async function acknowledge(ctx: UserCtx, noteId: NoteId, moment: Date | null): Promise<void> {
  await getNote(ctx, noteId)
  if (!(await acknowledgeOccurrence(ctx, noteId, moment))) throw problems.reminderNotFound({ note_id: noteId })
}

/** Undoes an acknowledgement, unless the reminder was set again since. */
export async function reopen(ctx: UserCtx, noteId: NoteId, moment: Date | null): Promise<void> {
  await getNote(ctx, noteId)
  if (!(await reopenOccurrence(ctx, noteId, moment))) throw problems.reminderNotFound({ note_id: noteId })
}

export async function removeReminder(ctx: UserCtx, noteId: NoteId): Promise<void> {
  await getNote(ctx, noteId)
  if (!(await store.remove(ctx.db, ctx.user.id, noteId))) throw problems.reminderNotFound({ note_id: noteId })
}

export function toShown(row: store.Row): ShownReminder {
  const { noteId, fileId, remindAt, status, ackAt, anchorId, anchorText } = row
  return {
    noteId,
    fileId,
    remindAt,
    status,
    ackAt,
    series: readSeries(row),
    anchorId,
    anchorText,
    ...previewOf(row.start, anchorText),
    url: noteUrl({ id: noteId, target: targetOf(row), lineStart: row.lineStart, anchorId }),
    location: formatLocation(row),
    changedAt: row.changedAt,
    change: null,
  }
}

function targetOf({ fileId, boardId, repoName, repoPath }: store.Row) {
  if (fileId !== null) return { kind: 'file', fileId } as const
  if (boardId !== null) return { kind: 'board', boardId } as const
  return { kind: 'repo', repoName: repoName ?? '', repoPath: repoPath ?? '' } as const
}

function formatLocation({ fileName, boardName, repoName, repoPath, lineStart }: store.Row): string {
  const where = fileName ?? boardName ?? `${repoName ?? ''}/${repoPath ?? ''}`
  return lineStart === null ? where : `${where}:${lineStart}`
}
