import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { FileId, UserId } from '#base/ids.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { FILE_COLUMNS } from './columns.ts'

export async function moveToTrash(
  db: Db,
  userId: UserId,
  ids: readonly FileId[],
  now: Date,
  purgeAt: Date,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ deleted_at: now, purge_at: purgeAt })
    .where('user_id', '=', userId)
    .where('id', '=', sql<FileId>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function restoreFromTrash(db: Db, userId: UserId, ids: readonly FileId[]): Promise<void> {
  await db
    .updateTable('files')
    .set({ deleted_at: null, purge_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', sql<FileId>`any(${ids}::uuid[])`)
    .execute()
}

/** Versions and search documents are deleted by their foreign keys. */
export async function deleteFiles(db: Db, userId: UserId, ids: readonly FileId[]): Promise<void> {
  await db
    .deleteFrom('files')
    .where('user_id', '=', userId)
    .where('id', '=', sql<FileId>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is not', null)
    .execute()
}

export async function listTrash(db: Db, userId: UserId, cursor: Cursor<'file'> | null, limit: number): Promise<File[]> {
  const after = cursor ? sql`and (f.deleted_at, f.id) < (${cursor.at}, ${cursor.id})` : sql``
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.deleted_at is not null ${after}
    order by f.deleted_at desc, f.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Locks files past their purge date, of all users. Files that a restore has locked are left for the next round. */
export async function lockExpired(db: Db, now: Date, limit: number): Promise<{ userId: UserId; id: FileId }[]> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select f.user_id as "userId" from files f where f.purge_at <= ${now} order by f.purge_at limit ${limit}
  `
  const locked: { userId: UserId; id: FileId }[] = []
  for (const shard of await shardsOf(db, findUsers)) {
    const { rows } = await sql<{ userId: UserId; id: FileId }>`/* worker */
      select f.user_id as "userId", f.id from files f where f.purge_at <= ${now} ${onShard(shard, 'f.user_id')}
      order by f.purge_at limit ${limit - locked.length} for update skip locked
    `.execute(db)
    locked.push(...rows)
  }
  return locked
}

/** For the check of the expiry index: at the start of a worker, on `/admin/verify-indexes` and by `trash-backfill`. */
export async function countOverdue(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`/* admin */
    select count(*)::int as n from files f where f.purge_at <= ${now}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The definition of the expiry index in the catalogue; null when it is missing or not usable. */
export async function expiryIndexDefinition(db: Db): Promise<string | null> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indexrelid = to_regclass('files_expiry') and i.indisvalid and i.indisready
  `.execute(db)
  return rows[0]?.definition ?? null
}
