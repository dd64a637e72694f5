import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { type Codec, type Packed, unpackBytes } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File, Version } from '../file.ts'
import { pathOf } from '../path.ts'
import { FILE_COLUMNS, VERSION_COLUMNS } from './columns.ts'

/** A live file that has one of the wanted paths. */
export type Namesake = {
  id: FileId
  /** With its folder. */
  path: string
  sourceUrl: string | null
  version: number
  sha256: Buffer
  createdAt: Date
}

const liveFiles = (userId: UserId) => sql`
  select f.id, f.file_name as path, f.source_url as "sourceUrl", f.version, f.sha256, f.created_at as "createdAt"
  from files f where f.user_id = ${userId} and f.deleted_at is null
`

export async function findNamesakes(db: Db, userId: UserId, paths: readonly string[]): Promise<Namesake[]> {
  const { rows } = await sql<Namesake>`${liveFiles(userId)} and f.file_name = any(${paths}::text[])`.execute(db)
  return rows
}

export async function findPresent(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Namesake[]> {
  const { rows } = await sql<Namesake>`${liveFiles(userId)} and f.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Finds an identical file in the trash, by every field that distinguishes two files. */
export async function findTrashedTwin(
  db: Db,
  userId: UserId,
  file: Pick<File, 'folder' | 'fileName' | 'createdAt' | 'deletedAt' | 'version'>,
  sha256: Buffer,
): Promise<FileId | null> {
  const { rows } = await sql<{ id: FileId }>`
    select f.id from files f where f.user_id = ${userId} and f.deleted_at = ${file.deletedAt} and f.file_name = ${pathOf(file)}
    and f.created_at = ${file.createdAt} and f.version = ${file.version} and f.sha256 = ${sha256} limit 1
  `.execute(db)
  return rows[0]?.id ?? null
}

export type WalkedFile = File & { touchedAt: Date }

/** Every file, live or trashed, exactly once: ordered by id, because a file's position by id never changes during a walk. */
export async function walkFiles(db: Db, userId: UserId, after: FileId | null, limit: number): Promise<WalkedFile[]> {
  const rest = after === null ? sql`` : sql`and f.id > ${after}`
  const { rows } = await sql<WalkedFile>`
    select ${FILE_COLUMNS}, f.touched_at as "touchedAt" from files f where f.user_id = ${userId} ${rest} order by f.id limit ${limit}
  `.execute(db)
  return rows
}

export type StoredVersion = Version & { fileId: FileId; sha256: Buffer }

export async function versionsOfAll(db: Db, userId: UserId, ids: readonly FileId[]): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select v.file_id as "fileId", v.sha256, ${VERSION_COLUMNS} from file_versions v where v.user_id = ${userId} and v.file_id = any(${ids}::uuid[]) order by v.file_id, v.version
  `.execute(db)
  return rows
}

/** The decompressed bytes of texts, by the hex of their hash. */
export async function readBodies(db: Db, userId: UserId, hashes: readonly Buffer[]): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ sha256: Buffer; codec: Codec; body: Buffer }>`
    select b.sha256, b.codec, b.body from blobs b where b.user_id = ${userId} and b.sha256 = any(${hashes}::bytea[])
  `.execute(db)
  return new Map(rows.map((row) => [row.sha256.toString('hex'), unpackBytes(row)]))
}

/** Compressed texts, by the hex of their hash. */
export async function readPackedBodies(
  db: Db,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<Map<string, Packed>> {
  const { rows } = await sql<Packed & { sha256: Buffer }>`
    select b.sha256, b.codec, b.body from blobs b where b.user_id = ${userId} and b.sha256 = any(${hashes}::bytea[])
  `.execute(db)
  return new Map(rows.map(({ sha256, ...packed }) => [sha256.toString('hex'), packed]))
}

/** The decompressed bytes of the latest texts. */
export async function readLatestBytes(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, Buffer>> {
  const { rows } = await sql<{ id: FileId; codec: Codec; body: Buffer }>`
    select f.id, b.codec, b.body from files f join blobs b on b.user_id = ${userId} and b.sha256 = f.sha256
    where f.user_id = ${userId} and f.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, unpackBytes(row)]))
}
