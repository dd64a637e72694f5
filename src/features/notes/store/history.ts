import { sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Earlier, HISTORY_KEPT } from '../note.ts'

/** Adds the replaced text to the history and deletes all but the newest 20. */
export async function keepEarlier(
  db: Db,
  userId: UserId,
  noteId: NoteId,
  was: { title: string; content: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into note_history (user_id, note_id, seq, title, content, replaced_at)
    select ${userId}, ${noteId}, coalesce(max(h.seq), 0) + 1, ${was.title}, ${was.content}, ${now}
    from note_history h where h.user_id = ${userId} and h.note_id = ${noteId}
  `.execute(db)
  await sql`
    delete from note_history h where h.user_id = ${userId} and h.note_id = ${noteId} and h.seq <= (
      select max(newest.seq) from note_history newest where newest.user_id = ${userId} and newest.note_id = ${noteId}
    ) - ${sql.lit(HISTORY_KEPT)}
  `.execute(db)
}

export async function listHistory(db: Db, userId: UserId, noteId: NoteId): Promise<Earlier[]> {
  const { rows } = await sql<Earlier>`
    select h.seq, h.title, h.content, h.replaced_at as "replacedAt" from note_history h
    where h.user_id = ${userId} and h.note_id = ${noteId} order by h.seq desc
  `.execute(db)
  return rows
}
