import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { EntryKind, MirrorId, RepoFile } from '../repo.ts'

export type NewFile = { path: string; raw: Buffer | null; kind: EntryKind; oid: string; size: number }
/** One list of the files of a mirror. The current one is named by `mirror_lists`; others are being written or are left over. */
export type List = { mirrorId: MirrorId; generation: number }

const COLUMNS = sql`f.path, f.kind, f.oid, f.size_bytes::float8 as size, f.raw_path is not null as "isNamedByBytes"`

export type CurrentList = List & { commit: string }

export async function findList(db: Db, mirrorId: MirrorId): Promise<CurrentList | null> {
  const { rows } = await sql<CurrentList>`
    select l.mirror_id as "mirrorId", l.commit, l.generation from mirror_lists l where l.mirror_id = ${mirrorId}
  `.execute(db)
  return rows[0] ?? null
}

/** Makes a list the current one. */
export async function putList(db: Db, { mirrorId, generation, commit }: CurrentList): Promise<void> {
  await sql`
    insert into mirror_lists (mirror_id, commit, generation) values (${mirrorId}, ${commit}, ${generation})
    on conflict (mirror_id) do update set commit = excluded.commit, generation = excluded.generation
  `.execute(db)
}

/** Inserts into a list that is not current yet. */
export async function insertFiles(db: Db, list: List, files: readonly NewFile[]): Promise<void> {
  if (files.length > 0) await insertion(list, files).execute(db)
}

/** Inserts into or updates the current list. */
export async function putFiles(db: Db, list: List, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    ${insertion(list, files)}
    on conflict (mirror_id, generation, path)
    do update set raw_path = excluded.raw_path, kind = excluded.kind, oid = excluded.oid, size_bytes = excluded.size_bytes
  `.execute(db)
}

function insertion({ mirrorId, generation }: List, files: readonly NewFile[]) {
  return sql`
    insert into mirror_files (mirror_id, generation, path, raw_path, kind, oid, size_bytes)
    select ${mirrorId}, ${generation}, f.path, f.raw, f.kind, f.oid, f.size from unnest(
      ${files.map(({ path }) => path)}::text[], ${files.map(({ raw }) => raw)}::bytea[],
      ${files.map(({ kind }) => kind)}::text[], ${files.map(({ oid }) => oid)}::text[],
      ${files.map(({ size }) => size)}::bigint[]
    ) as f (path, raw, kind, oid, size)
  `
}

export async function dropFiles(db: Db, { mirrorId, generation }: List, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await sql`
    delete from mirror_files
    where mirror_id = ${mirrorId} and generation = ${generation} and path = any(${paths}::text[])
  `.execute(db)
}

/** Deletes all lists but this one: left by a finished sync or by a killed one. */
export async function dropOtherLists(db: Db, { mirrorId, generation }: List): Promise<void> {
  await sql`delete from mirror_files where mirror_id = ${mirrorId} and generation < ${generation}`.execute(db)
  await sql`delete from mirror_files where mirror_id = ${mirrorId} and generation > ${generation}`.execute(db)
}

/** Deletes an unfinished list. Never the current one. */
export async function dropList(db: Db, { mirrorId, generation }: List): Promise<void> {
  await sql`delete from mirror_files where mirror_id = ${mirrorId} and generation = ${generation}`.execute(db)
}

/** Deletes everything that is known of the files of a mirror. */
export async function dropAllLists(db: Db, mirrorId: MirrorId): Promise<void> {
  await sql`delete from mirror_lists where mirror_id = ${mirrorId}`.execute(db)
  await sql`delete from mirror_files where mirror_id = ${mirrorId}`.execute(db)
}

/** Mirrors that have rows in a table, in pages ordered by id. */
export async function mirrorsIn(
  db: Db,
  table: 'mirror_files' | 'mirror_symbols',
  after: MirrorId | null,
  limit: number,
): Promise<MirrorId[]> {
  const { rows } = await sql<{ id: MirrorId }>`/* worker */
    select distinct t.mirror_id as id from ${sql.table(table)} t
    where ${after}::uuid is null or t.mirror_id > ${after} order by t.mirror_id limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** `other_commit`: the list is of another commit, so only git knows the answer. */
export type Lookup<T> = T | 'other_commit'

/** These files of a commit, by path. One statement, so that a sync cannot change the list in between. */
export async function findFiles(
  db: Db,
  mirrorId: MirrorId,
  commit: string,
  paths: readonly string[],
): Promise<Lookup<Map<string, RepoFile>>> {
  const { rows } = await sql<RepoFile | { path: null }>`
    select ${COLUMNS} from mirror_lists l
    left join mirror_files f on f.mirror_id = ${mirrorId} and f.generation = l.generation and f.path = any(${paths}::text[])
    where l.mirror_id = ${mirrorId} and l.commit = ${commit}
  `.execute(db)
  if (rows.length === 0) return 'other_commit'
  return new Map(rows.flatMap((file) => (file.path === null ? [] : [[file.path, file] as const])))
}

export type FilesAsk = {
  /** At and below these paths; everywhere when there are none. */
  below: readonly string[]
  after: string
}

function isBelow({ below, after }: FilesAsk) {
  return sql`f.path > ${after} and (cardinality(${below}::text[]) = 0
    or exists (select from unnest(${below}::text[]) b where f.path = b or starts_with(f.path, b || '/')))`
}

/** Finds files of a commit by their paths. */
export async function listFiles(
  db: Db,
  mirrorId: MirrorId,
  commit: string,
  { limit, ...ask }: FilesAsk & { limit: number },
): Promise<Lookup<RepoFile[]>> {
  const { rows } = await sql<RepoFile | { path: null }>`
    select f.* from mirror_lists l
    left join lateral (
      select ${COLUMNS} from mirror_files f where f.mirror_id = ${mirrorId} and f.generation = l.generation and ${isBelow(ask)}
      order by f.path limit ${limit}
    ) f on true
    where l.mirror_id = ${mirrorId} and l.commit = ${commit} order by f.path
  `.execute(db)
  if (rows.length === 0) return 'other_commit'
  return rows.flatMap((file) => (file.path === null ? [] : [file]))
}

/** How many files of the current list these are. */
export async function countFiles(db: Db, mirrorId: MirrorId, ask: FilesAsk): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mirror_lists l
    join mirror_files f on f.mirror_id = ${mirrorId} and f.generation = l.generation and ${isBelow(ask)}
    where l.mirror_id = ${mirrorId}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The raw names of files above this size. */
export async function largePaths(db: Db, mirrorId: MirrorId, commit: string, bytes: number): Promise<Lookup<Buffer[]>> {
  const { rows } = await sql<{ name: Buffer | null }>`
    select coalesce(f.raw_path, convert_to(f.path, 'UTF8')) as name from mirror_lists l
    left join mirror_files f on f.mirror_id = ${mirrorId} and f.generation = l.generation and f.size_bytes > ${bytes}
    where l.mirror_id = ${mirrorId} and l.commit = ${commit}
  `.execute(db)
  if (rows.length === 0) return 'other_commit'
  return rows.flatMap(({ name }) => name ?? [])
}

/** Files of a commit whose names contain characters that the code index writes as `�`; none while the list is of another commit. */
export async function listByteNames(
  db: Db,
  mirrorId: MirrorId,
  commit: string,
): Promise<{ path: string; raw: Buffer | null }[]> {
  const { rows } = await sql<{ path: string; raw: Buffer | null }>`
    select f.path, f.raw_path as raw from mirror_lists l
    join mirror_files f on f.mirror_id = ${mirrorId} and f.generation = l.generation
    where l.mirror_id = ${mirrorId} and l.commit = ${commit} and (f.raw_path is not null or strpos(f.path, ${'�'}) > 0)
  `.execute(db)
  return rows
}
