import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { rowsOfUser } from '#platform/db/rows-of-user.ts'
import type { EntryKind, RepoFile, RepoId } from '../repo.ts'

export type NewFile = { path: string; raw: Buffer | null; kind: EntryKind; oid: string; size: number }
type Of = { userId: UserId; id: RepoId; generation: number }

const COLUMNS = sql`f.path, f.kind, f.oid, f.size_bytes::float8 as size, f.raw_path is not null as "isNamedByBytes"`

/** Inserts into a list that is not current yet. */
export async function insertFiles(db: Db, of: Of, files: readonly NewFile[]): Promise<void> {
  if (files.length > 0) await insertion(of, files).execute(db)
}

/** Inserts into or updates the current list. */
export async function putFiles(db: Db, of: Of, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    ${insertion(of, files)}
    on conflict (user_id, repo_id, generation, path)
    do update set raw_path = excluded.raw_path, kind = excluded.kind, oid = excluded.oid, size_bytes = excluded.size_bytes
  `.execute(db)
}

function insertion({ userId, id, generation }: Of, files: readonly NewFile[]) {
  const rows = sql`unnest(
      ${files.map(({ path }) => path)}::text[], ${files.map(({ raw }) => raw)}::bytea[],
      ${files.map(({ kind }) => kind)}::text[], ${files.map(({ oid }) => oid)}::text[],
      ${files.map(({ size }) => size)}::bigint[]
    ) as f (path, raw, kind, oid, size)`
  return sql`
    insert into repo_files (user_id, repo_id, generation, path, raw_path, kind, oid, size_bytes)
    select owner.user_id, ${id}, ${generation}, f.path, f.raw, f.kind, f.oid, f.size
    ${rowsOfUser(userId, rows)}
  `
}

export async function dropFiles(db: Db, { userId, id, generation }: Of, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await sql`
    delete from repo_files
    where user_id = ${userId} and repo_id = ${id} and generation = ${generation} and path = any(${paths}::text[])
  `.execute(db)
}

/** Deletes all lists but this one: left by a finished sync or by a killed one. */
export async function dropOtherLists(db: Db, { userId, id, generation }: Of): Promise<void> {
  await sql`
    delete from repo_files where user_id = ${userId} and repo_id = ${id} and generation < ${generation}
  `.execute(db)
  await sql`
    delete from repo_files where user_id = ${userId} and repo_id = ${id} and generation > ${generation}
  `.execute(db)
}

/** Deletes one list: an unfinished one, or one of a removed repository. Never the current one. */
export async function dropList(db: Db, { userId, id, generation }: Of): Promise<void> {
  await sql`
    delete from repo_files where user_id = ${userId} and repo_id = ${id} and generation = ${generation}
  `.execute(db)
}

export async function dropAllLists(db: Db, userId: UserId, id: RepoId): Promise<void> {
  await sql`delete from repo_files where user_id = ${userId} and repo_id = ${id}`.execute(db)
}

/** Deletes lists that syncs wrote for repositories removed meanwhile. */
export async function dropStrayLists(db: Db): Promise<void> {
  await sql`/* worker */
    delete from repo_files f where not exists (select from repos r where r.user_id = f.user_id and r.id = f.repo_id)
  `.execute(db)
}

/** Reads the current list in one statement, so that a sync cannot change it in between. */
export async function findFile(db: Db, userId: UserId, id: RepoId, path: string): Promise<RepoFile | null> {
  const { rows } = await sql<RepoFile>`
    select ${COLUMNS} from repos r
    join repo_files f on f.user_id = ${userId} and f.repo_id = r.id and f.generation = r.generation and f.path = ${path}
    where r.user_id = ${userId} and r.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export type FilesAsk = {
  /** At and below these paths; everywhere when there are none. */
  below: readonly string[]
  after: string
}

function filesBelow(userId: UserId, id: RepoId, { below, after }: FilesAsk) {
  return sql`
    repos r join repo_files f on f.user_id = ${userId} and f.repo_id = r.id and f.generation = r.generation
      and f.path > ${after} and (cardinality(${below}::text[]) = 0
        or exists (select from unnest(${below}::text[]) b where f.path = b or starts_with(f.path, b || '/')))
    where r.user_id = ${userId} and r.id = ${id}
  `
}

/** Finds files by their paths. */
export async function listFiles(
  db: Db,
  userId: UserId,
  id: RepoId,
  { limit, ...ask }: FilesAsk & { limit: number },
): Promise<RepoFile[]> {
  const { rows } = await sql<RepoFile>`
    select ${COLUMNS} from ${filesBelow(userId, id, ask)} order by f.path limit ${limit}
  `.execute(db)
  return rows
}

export async function countFiles(db: Db, userId: UserId, id: RepoId, ask: FilesAsk): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${filesBelow(userId, id, ask)}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The raw names of files above this size. */
export async function largePaths(db: Db, userId: UserId, id: RepoId, bytes: number): Promise<Buffer[]> {
  const { rows } = await sql<{ name: Buffer }>`
    select coalesce(f.raw_path, convert_to(f.path, 'UTF8')) as name from repos r
    join repo_files f on f.user_id = ${userId} and f.repo_id = r.id and f.generation = r.generation
      and f.size_bytes > ${bytes}
    where r.user_id = ${userId} and r.id = ${id}
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Which of these paths exist in the mirrored tree. */
export async function presentPaths(db: Db, userId: UserId, name: string, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select f.path from repos r
    join repo_files f on f.user_id = ${userId} and f.repo_id = r.id and f.generation = r.generation
      and f.path = any(${paths}::text[])
    where r.user_id = ${userId} and r.name = ${name}
  `.execute(db)
  return rows.map(({ path }) => path)
}
