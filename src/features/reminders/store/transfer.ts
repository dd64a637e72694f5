import { sql } from 'kysely'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ExactReminder } from '../reminder.ts'

export async function listRemindersOf(
  db: Db,
  userId: UserId,
  noteIds: readonly NoteId[],
): Promise<Map<NoteId, ExactReminder>> {
  const { rows } = await sql<ExactReminder & { noteId: NoteId }>`
    select r.note_id as "noteId", r.remind_at as "remindAt", r.status, r.ack_at as "ackAt", r.push_at as "pushAt"
    from reminders r where r.user_id = ${userId} and r.note_id = any(${noteIds}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ noteId, ...reminder }) => [noteId, reminder]))
}

/** Returns false and writes nothing when the note already has a reminder. */
export async function insertReminder(
  db: Db,
  userId: UserId,
  note: { id: NoteId; fileId: FileId | null },
  { remindAt, status, ackAt, pushAt }: ExactReminder,
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
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'note_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
