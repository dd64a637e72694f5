import { sql } from 'kysely'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Place } from '../anchor/place.ts'

/** The notes of a file whose offer to move was dismissed, and the version whose loss it was about. */
export async function listDismissed(db: Db, userId: UserId, fileId: FileId): Promise<Map<NoteId, number>> {
  const { rows } = await sql<{ id: NoteId; version: number }>`
    select n.id, n.move_dismissed as version from notes n
    where n.user_id = ${userId} and n.kind = 'file' and n.file_id = ${fileId} and n.move_dismissed is not null and n.deleted_at is null
  `.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

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
