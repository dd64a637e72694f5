import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Packed } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { pathOf } from '../path.ts'
import { FILE_COLUMNS } from './columns.ts'

/** Live or in the trash. */
export async function findFile(db: Db, userId: UserId, id: FileId): Promise<File | null> {
  const { rows } =
    await sql<File>`select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** A file with the compressed text of its newest version. One statement, so both are of the same moment. */
export async function findFileWithText(
  db: Db,
  userId: UserId,
  id: FileId,
): Promise<{ file: File; text: Packed } | null> {
  const { rows } = await sql<File & Packed>`
    select ${FILE_COLUMNS}, b.codec, b.body from files f
    join file_versions v on v.user_id = ${userId} and v.file_id = f.id and v.version = f.version
    join blobs b on b.user_id = ${userId} and b.sha256 = v.sha256
    where f.user_id = ${userId} and f.id = ${id}
  `.execute(db)
  const [row] = rows
  if (!row) return null
  const { codec, body, ...file } = row
  return { file, text: { codec, body } }
}

/** The same without the text, locked until the transaction ends, so that concurrent saves get consecutive versions. */
export async function lockFile(db: Db, userId: UserId, id: FileId): Promise<File | null> {
  const { rows } =
    await sql<File>`select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.id = ${id} for update`.execute(
      db,
    )
  return rows[0] ?? null
}

export async function lockLiveByPath(db: Db, userId: UserId, path: string): Promise<File | null> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.file_name = ${path} and f.deleted_at is null for update
  `.execute(db)
  return rows[0] ?? null
}

/** Locks in the order of ids, so that two bulk calls over the same files do not deadlock. */
export async function lockFiles(db: Db, userId: UserId, ids: readonly FileId[]): Promise<File[]> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.id = any(${ids}::uuid[]) order by f.id for update
  `.execute(db)
  return rows
}

export async function findFiles(db: Db, userId: UserId, ids: readonly FileId[]): Promise<File[]> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f where f.user_id = ${userId} and f.id = any(${ids}::uuid[]) and f.deleted_at is null
  `.execute(db)
  return rows
}

export type StoredText = { sha256: Buffer; sizeBytes: number; lineCount: number; firstLine: string }

/** Inserts a new file, or one from an export, also into the trash. Returns false when a live file has this path. */
export async function insertFile(
  db: Db,
  userId: UserId,
  file: File,
  text: StoredText,
  touchedAt = file.updatedAt,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('files')
    .values({
      user_id: userId,
      id: file.id,
      file_name: pathOf(file),
      language: file.language,
      language_is_chosen: file.languageIsChosen,
      description: file.description,
      first_line: text.firstLine,
      tags: file.tags,
      repo: file.repo,
      source_url: file.sourceUrl,
      version: file.version,
      sha256: text.sha256,
      size_bytes: text.sizeBytes,
      line_count: text.lineCount,
      is_favorite: file.isFavorite,
      is_pinned: file.isPinned,
      created_at: file.createdAt,
      updated_at: file.updatedAt,
      touched_at: touchedAt,
      deleted_at: file.deletedAt,
      purge_at: file.purgeAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_name']).where('deleted_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes the changed fields of a row that the caller has locked. */
export async function updateFile(db: Db, userId: UserId, file: File, text: StoredText | null): Promise<void> {
  await db
    .updateTable('files')
    .set({
      file_name: pathOf(file),
      language: file.language,
      language_is_chosen: file.languageIsChosen,
      description: file.description,
      tags: file.tags,
      repo: file.repo,
      source_url: file.sourceUrl,
      updated_at: file.updatedAt,
      touched_at: file.updatedAt,
      ...(text && {
        version: file.version,
        sha256: text.sha256,
        size_bytes: text.sizeBytes,
        line_count: text.lineCount,
        first_line: text.firstLine,
      }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', file.id)
    .execute()
}

export async function setFavorite(
  db: Db,
  userId: UserId,
  ids: readonly FileId[],
  isFavorite: boolean,
  now: Date,
): Promise<void> {
  await sql`
    update files set is_favorite = ${isFavorite}, updated_at = greatest(updated_at, ${now}) where user_id = ${userId} and id = any(${ids}::uuid[])
  `.execute(db)
}

export async function setPinned(db: Db, userId: UserId, id: FileId, isPinned: boolean, now: Date): Promise<void> {
  await sql`
    update files set is_pinned = ${isPinned}, updated_at = greatest(updated_at, ${now}) where user_id = ${userId} and id = ${id}
  `.execute(db)
}

export async function setTags(db: Db, userId: UserId, id: FileId, tags: readonly string[], now: Date): Promise<void> {
  await sql`
    update files set tags = ${tags}::text[], updated_at = greatest(updated_at, ${now}) where user_id = ${userId} and id = ${id}
  `.execute(db)
}

/** Records that the file was opened, at most once an hour, because reading should not cost a write each time. */
export async function touchFile(db: Db, userId: UserId, id: FileId, now: Date, unlessSince: Date): Promise<void> {
  await db
    .updateTable('files')
    .set({ touched_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('touched_at', '<', unlessSince)
    .execute()
}

/** Which of these paths live files have. */
export async function livePaths(db: Db, userId: UserId, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select f.file_name as path from files f where f.user_id = ${userId} and f.deleted_at is null and f.file_name = any(${paths}::text[])
  `.execute(db)
  return rows.map(({ path }) => path)
}
