import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** The notes on a file, and how many of them have a reminder that is not done. */
export type Noted = { notes: number; reminders: number }

/** A file without notes is not in the result. */
export async function countNotes(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, Noted>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Noted & { fileId: FileId }>`
    select n.file_id as "fileId", count(*)::int as notes, count(r.note_id)::int as reminders
    from notes n left join reminders r on r.user_id = ${userId} and r.note_id = n.id and r.status = 'pending'
    where n.user_id = ${userId} and n.kind = 'file' and n.deleted_at is null and n.file_id = any(${ids}::uuid[])
    group by n.file_id
  `.execute(db)
  return new Map(rows.map(({ fileId, notes, reminders }) => [fileId, { notes, reminders }]))
}

/** At most as many files as a user may have notes; so are the two lists below. */
export async function listFilesWithNotes(db: Db, userId: UserId): Promise<FileId[]> {
  const { rows } = await sql<{ fileId: FileId }>`
    select distinct n.file_id as "fileId" from notes n
    where n.user_id = ${userId} and n.kind = 'file' and n.file_id is not null and n.deleted_at is null
  `.execute(db)
  return rows.map(({ fileId }) => fileId)
}

export async function listFilesWithReminders(db: Db, userId: UserId): Promise<FileId[]> {
  const { rows } = await sql<{ fileId: FileId }>`
    select distinct n.file_id as "fileId" from reminders r join notes n on n.user_id = ${userId} and n.id = r.note_id
    where r.user_id = ${userId} and r.status = 'pending' and n.kind = 'file' and n.file_id is not null and n.deleted_at is null
  `.execute(db)
  return rows.map(({ fileId }) => fileId)
}

/** Notes that may have an open task. Whether a checkbox is inside fenced code, SQL cannot tell. */
export async function listTaskNotes(db: Db, userId: UserId): Promise<{ fileId: FileId; content: string }[]> {
  const { rows } = await sql<{ fileId: FileId; content: string }>`
    select n.file_id as "fileId", n.content from notes n
    where n.user_id = ${userId} and n.kind = 'file' and n.file_id is not null and n.deleted_at is null and strpos(n.content, '[ ]') > 0
  `.execute(db)
  return rows
}
