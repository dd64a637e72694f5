import { sql } from 'kysely'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Place } from '#features/following/place.ts'

/** Null takes the dismissal back. False when the note is gone, or is on no file. */
export async function dismissMove(db: Db, userId: UserId, id: NoteId, version: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notes set move_dismissed = ${version}::int
    where user_id = ${userId} and id = ${id} and kind = 'file' and deleted_at is null
  `.execute(db)
  return numAffectedRows === 1n
}

/** `places` replaces the earlier ones, which are versions of the other file. */
export async function putOnFile(
  db: Db,
  userId: UserId,
  id: NoteId,
  fileId: FileId,
  places: readonly Place[],
): Promise<void> {
  await sql`
    update notes set file_id = ${fileId}, move_dismissed = null, places = ${JSON.stringify(places)}::jsonb
    where user_id = ${userId} and id = ${id}
  `.execute(db)
}
