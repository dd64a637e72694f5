import { sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** Notes without stored links, also those in the trash, in the order of their ids. */
export async function listUnlinked(
  db: Db,
  userId: UserId,
  after: NoteId | null,
  limit: number,
): Promise<{ id: NoteId; content: string }[]> {
  const { rows } = await sql<{ id: NoteId; content: string }>`
    select n.id, n.content from notes n
    where n.user_id = ${userId} and (${after}::uuid is null or n.id > ${after}::uuid)
      and not exists (select from links l where l.user_id = ${userId} and l.source_id = n.id)
    order by n.id limit ${limit}
  `.execute(db)
  return rows
}

/** The text of a note, also of one in the trash; locks the note until the transaction ends. */
export async function lockContent(db: Db, userId: UserId, id: NoteId): Promise<string | null> {
  const { rows } = await sql<{ content: string }>`
    select n.content from notes n where n.user_id = ${userId} and n.id = ${id} for update
  `.execute(db)
  return rows[0]?.content ?? null
}
