import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { type Body, type Codec, unpackBody } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Version } from '../file.ts'

/** Writes the body, or holds the row that is there: a purge running beside us must not take it away before we refer to it. */
export async function putBlob(
  db: Db,
  userId: UserId,
  { sha256, sizeBytes, codec, body }: Body,
  now: Date,
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({ user_id: userId, sha256, size_bytes: sizeBytes, codec, body, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'sha256']).doUpdateSet({ size_bytes: sizeBytes }))
    .execute()
}

export async function insertVersion(
  db: Db,
  userId: UserId,
  fileId: FileId,
  version: Version,
  sha256: Buffer,
): Promise<void> {
  await db
    .insertInto('file_versions')
    .values({
      user_id: userId,
      file_id: fileId,
      version: version.version,
      sha256,
      size_bytes: version.sizeBytes,
      line_count: version.lineCount,
      lines_added: version.linesAdded,
      lines_removed: version.linesRemoved,
      source: version.source,
      created_at: version.createdAt,
    })
    .execute()
}

export async function listVersions(db: Db, userId: UserId, fileId: FileId): Promise<Version[]> {
  return db
    .selectFrom('file_versions as v')
    .select([
      'v.version',
      'v.size_bytes as sizeBytes',
      'v.line_count as lineCount',
      'v.lines_added as linesAdded',
      'v.lines_removed as linesRemoved',
      'v.source',
      'v.created_at as createdAt',
    ])
    .where('v.user_id', '=', userId)
    .where('v.file_id', '=', fileId)
    .orderBy('v.version', 'desc')
    .execute()
}

type Packed = { codec: Codec; body: Buffer }

/** The text of one version, exactly as it was sent. */
export async function readVersion(db: Db, userId: UserId, fileId: FileId, version: number): Promise<string | null> {
  const { rows } = await sql<Packed>`
    select b.codec, b.body from file_versions v join blobs b on b.user_id = ${userId} and b.sha256 = v.sha256
    where v.user_id = ${userId} and v.file_id = ${fileId} and v.version = ${version}
  `.execute(db)
  return rows[0] ? unpackBody(rows[0]) : null
}

/** The texts of a file's versions from one on, the newest `limit` of them. */
export async function readVersionsSince(
  db: Db,
  userId: UserId,
  fileId: FileId,
  from: number,
  limit: number,
): Promise<{ version: number; content: string }[]> {
  const { rows } = await sql<Packed & { version: number }>`
    select v.version, b.codec, b.body from file_versions v join blobs b on b.user_id = ${userId} and b.sha256 = v.sha256
    where v.user_id = ${userId} and v.file_id = ${fileId} and v.version >= ${from} order by v.version desc limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ version: row.version, content: unpackBody(row) }))
}

/** The latest texts of several files at once: one question, however many hits a search page shows. */
export async function readLatest(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, string>> {
  const { rows } = await sql<Packed & { id: FileId }>`
    select f.id, b.codec, b.body from files f join blobs b on b.user_id = ${userId} and b.sha256 = f.sha256
    where f.user_id = ${userId} and f.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, unpackBody(row)]))
}

/** Which text each of these versions has, told by its hash. */
export async function textsOf(
  db: Db,
  userId: UserId,
  fileId: FileId,
  versions: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ version: number; hash: string }>`
    select v.version, encode(v.sha256, 'hex') as hash from file_versions v
    where v.user_id = ${userId} and v.file_id = ${fileId} and v.version = any(${versions}::int[])
  `.execute(db)
  return new Map(rows.map(({ version, hash }) => [version, hash]))
}

/** Bodies that no version refers to any more. */
export async function dropUnusedBlobs(db: Db, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
  await sql`
    delete from blobs b where b.user_id = ${userId} and b.sha256 = any(${hashes}::bytea[])
    and not exists (select from file_versions v where v.user_id = ${userId} and v.sha256 = b.sha256)
  `.execute(db)
}

export async function hashesOf(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Buffer[]> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select distinct v.sha256 from file_versions v where v.user_id = ${userId} and v.file_id = any(${ids}::uuid[])
  `.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
