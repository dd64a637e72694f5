import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/**
 * Starts checking the later versions of a file. Locks its row, as every save does, so that no version can come between. With a version,
 * only while the file still has that one; false when it has not.
 */
export async function watchFile(db: Db, userId: UserId, id: FileId, version: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update files set watched_version = least(watched_version, version)
    where user_id = ${userId} and id = ${id} and deleted_at is null and (${version}::int is null or version = ${version}::int)
  `.execute(db)
  return numAffectedRows === 1n
}

/** A file with versions that were not checked. */
export type UncheckedFile = { userId: UserId; id: FileId; version: number; language: string }

/** The first file of each user, then the second of each: somebody who replaces thousands of watched files delays nobody else. */
export async function listUnchecked(db: Db, limit: number): Promise<UncheckedFile[]> {
  const { rows } = await sql<UncheckedFile>`/* worker */
    select f.user_id as "userId", f.id, f.version, f.language from files f
    where f.version > f.watched_version and f.deleted_at is null
    order by row_number() over (partition by f.user_id order by f.id), f.user_id limit ${limit}
  `.execute(db)
  return rows
}

/** Whether no worker has checked this version yet. */
export async function isUnchecked(db: Db, { userId, id, version }: UncheckedFile): Promise<boolean> {
  const { rows } = await sql`
    select from files f where f.user_id = ${userId} and f.id = ${id} and f.version = ${version} and f.watched_version < ${version}
  `.execute(db)
  return rows.length === 1
}

/** Locks a file that still has this version and that is not checked up to it; false when another worker has checked it or it was saved again. */
export async function lockUnchecked(db: Db, { userId, id, version }: UncheckedFile): Promise<boolean> {
  const { rows } = await sql`
    select from files f where f.user_id = ${userId} and f.id = ${id} and f.version = ${version}
      and f.watched_version < ${version} and f.deleted_at is null for update
  `.execute(db)
  return rows.length === 1
}

/** `isWatched`: later versions have to be checked too. */
export async function putChecked(db: Db, { userId, id, version }: UncheckedFile, isWatched: boolean): Promise<void> {
  await sql`
    update files set watched_version = ${isWatched ? version : null}::int where user_id = ${userId} and id = ${id}
  `.execute(db)
}
