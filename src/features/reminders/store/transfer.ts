import { sql } from 'kysely'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ExactReminder } from '../reminder.ts'
import { readSeries, type SeriesColumns } from '../repeat.ts'
import { SERIES_COLUMNS, seriesValues } from './reminders.ts'

export async function listRemindersOf(
  db: Db,
  userId: UserId,
  noteIds: readonly NoteId[],
): Promise<Map<NoteId, ExactReminder>> {
  const { rows } = await sql<Omit<ExactReminder, 'series'> & SeriesColumns & { noteId: NoteId }>`
    select r.note_id as "noteId", r.remind_at as "remindAt", r.status, r.ack_at as "ackAt", r.push_at as "pushAt",
      r.repeat_next_at as "nextAt", ${SERIES_COLUMNS}
    from reminders r where r.user_id = ${userId} and r.note_id = any(${noteIds}::uuid[])
  `.execute(db)
  return new Map(
    rows.map(({ noteId, remindAt, status, ackAt, pushAt, nextAt, ...rule }) => [
      noteId,
      { remindAt, status, ackAt, pushAt, nextAt, series: readSeries(rule) },
    ]),
  )
}

/** Returns false and writes nothing when the note already has a reminder. */
export async function insertReminder(
  db: Db,
  userId: UserId,
  note: { id: NoteId; fileId: FileId | null },
  { remindAt, status, ackAt, pushAt, series, nextAt }: ExactReminder,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('reminders')
    .values({
      user_id: userId,
      note_id: note.id,
      file_id: note.fileId,
      remind_at: remindAt,
      status,
      ack_at: ackAt,
      push_at: pushAt,
      ...seriesValues(series),
      repeat_next_at: nextAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'note_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
