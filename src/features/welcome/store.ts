import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** Null where there is none, and while it is in the trash. */
export async function findSample(db: Db, userId: UserId): Promise<FileId | null> {
  const { rows } = await sql<{ fileId: FileId }>`
    select s.file_id as "fileId" from samples s
    join files f on f.user_id = ${userId} and f.id = s.file_id and f.deleted_at is null
    where s.user_id = ${userId}
  `.execute(db)
  return rows[0]?.fileId ?? null
}

/** Forgets a sample that is in the trash, where it stays as an ordinary file. */
export async function forgetTrashedSample(trx: Db, userId: UserId): Promise<void> {
  await sql`
    delete from samples s where s.user_id = ${userId} and exists (
      select from files f where f.user_id = ${userId} and f.id = s.file_id and f.deleted_at is not null
    )
  `.execute(trx)
}

export async function insertSample(trx: Db, userId: UserId, fileId: FileId, now: Date): Promise<void> {
  await trx.insertInto('samples').values({ user_id: userId, file_id: fileId, created_at: now }).execute()
}
