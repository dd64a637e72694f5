import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { type Body, type Packed, unpackBody } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Version } from '../file.ts'
import { VERSION_COLUMNS } from './columns.ts'

/** Inserts the body, or locks the existing row: a concurrent purge must not delete it before a version refers to it. */
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
      token_id: version.token?.id ?? null,
      token_name: version.token?.name ?? null,
      created_at: version.createdAt,
    })
    .execute()
}

export async function listVersions(db: Db, userId: UserId, fileId: FileId): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select ${VERSION_COLUMNS} from file_versions v where v.user_id = ${userId} and v.file_id = ${fileId} order by v.version desc
  `.execute(db)
  return rows
}

/** The text of one version, exactly as it was saved. */
export async function readVersion(db: Db, userId: UserId, fileId: FileId, version: number): Promise<string | null> {
  const packed = await readPacked(db, userId, fileId, version)
  return packed && unpackBody(packed)
}

/** The same compressed, for a worker thread to decompress. */
export async function readPacked(db: Db, userId: UserId, fileId: FileId, version: number): Promise<Packed | null> {
  const { rows } = await sql<Packed>`
    select b.codec, b.body from file_versions v join blobs b on b.user_id = ${userId} and b.sha256 = v.sha256
    where v.user_id = ${userId} and v.file_id = ${fileId} and v.version = ${version}
  `.execute(db)
  return rows[0] ?? null
}

/** The text of a version that must exist. */
export async function getPacked(db: Db, userId: UserId, fileId: FileId, version: number): Promise<Packed> {
  const packed = await readPacked(db, userId, fileId, version)
  if (!packed) throw new Error('A version has no body')
  return packed
}

/** The compressed versions of a file from one on: the newest `count` of them, and at most `bytes` together. */
export async function readVersionsSince(
  db: Db,
  userId: UserId,
  fileId: FileId,
  from: number,
  limit: { count: number; bytes: number },
): Promise<(Packed & { version: number; at: Date; language: string })[]> {
  const { rows } = await sql<Packed & { version: number; at: Date; language: string }>`
    select v.version, v.created_at as at, b.codec, b.body, f.language from (
      select v.version, v.created_at, v.sha256, sum(v.size_bytes) over (order by v.version desc) as total from file_versions v
      where v.user_id = ${userId} and v.file_id = ${fileId} and v.version >= ${from}
    ) v join blobs b on b.user_id = ${userId} and b.sha256 = v.sha256
    join files f on f.user_id = ${userId} and f.id = ${fileId}
    where v.total <= ${limit.bytes} order by v.version desc limit ${limit.count}
  `.execute(db)
  return rows
}

/** The compressed latest texts of several files in one query, however many hits a search page shows. */
export async function readLatest(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, Packed>> {
  const { rows } = await sql<Packed & { id: FileId }>`
    select f.id, b.codec, b.body from files f join blobs b on b.user_id = ${userId} and b.sha256 = f.sha256
    where f.user_id = ${userId} and f.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, ...packed }) => [id, packed]))
}

/** The text hash of each of these versions. */
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

/** Deletes bodies that no version refers to any more. */
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
