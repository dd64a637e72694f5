import { type RawBuilder, sql } from 'kysely'
import type { Chosen } from '#base/search-query/query.ts'
import type { StoredSymbol } from '#base/symbol-names.ts'
import { likeAll, matchingSymbols } from '#platform/db/names.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'
import { askMirrors } from './ask-mirrors.ts'
import type { Lookup } from './files.ts'
import { type ClaimId, isDue } from './mirror-work.ts'

export type SymbolsClaim = { mirrorId: MirrorId; commit: string }

/** Claims the mirror whose current commit waits longest, of those that are not `held`; one whose turn was over waits behind those that came before. */
export async function claimToRead(
  db: Db,
  ask: { claimId: ClaimId; held: readonly MirrorId[]; node: string | null; now: Date; until: Date },
): Promise<SymbolsClaim | null> {
  const { claimId, held, node, now, until } = ask
  const { rows } = await sql<SymbolsClaim>`
    with due as materialized (
      select d.id from mirrors d where ${isDue('symbols', node, now)} and d.id <> all(${held}::uuid[])
      order by coalesce(d.symbols_at, d.last_sync_at) limit 1 for update skip locked
    )
    update mirrors m set symbols_id = ${claimId}, symbols_until = ${until}
    from due where m.id = due.id and m.head is not null returning m.id as "mirrorId", m.head as commit
  `.execute(db)
  return rows[0] ?? null
}

/** A file of the current list. `read`: the languages in which the symbols of its object are known. */
export type ListedFile = { path: string; oid: string; size: number; read: string[] }

/** Files of a commit, in pages ordered by path. */
export async function listForSymbols(
  db: Db,
  { mirrorId, commit }: SymbolsClaim,
  after: string,
  limit: number,
): Promise<Lookup<ListedFile[]>> {
  const { rows } = await sql<ListedFile | { path: null }>`
    select f.* from mirror_lists l
    left join lateral (
      select f.path, f.oid, f.size_bytes::float8 as size, array(
        select s.language from mirror_symbols s where s.mirror_id = ${mirrorId} and s.oid = f.oid
      ) as read
      from mirror_files f
      where f.mirror_id = ${mirrorId} and f.generation = l.generation and f.path > ${after} and f.kind in ('file', 'executable')
      order by f.path limit ${limit}
    ) f on true
    where l.mirror_id = ${mirrorId} and l.commit = ${commit} order by f.path
  `.execute(db)
  if (rows.length === 0) return 'other_commit'
  return rows.flatMap((file) => (file.path === null ? [] : [file]))
}

/** `symbols` is JSON, null when the parser was stopped. */
export type ReadObject = { oid: string; language: string; names: string; symbols: string | null }

export async function putSymbols(db: Db, mirrorId: MirrorId, objects: readonly ReadObject[]): Promise<void> {
  if (objects.length === 0) return
  const column = <Key extends keyof ReadObject>(key: Key) => objects.map((object) => object[key])
  await sql`
    insert into mirror_symbols (mirror_id, oid, language, names, symbols)
    select ${mirrorId}, o.oid, o.language, o.names, o.symbols from unnest(
      ${column('oid')}::text[], ${column('language')}::text[], ${column('names')}::text[], ${column('symbols')}::jsonb[]
    ) as o (oid, language, names, symbols)
    on conflict (mirror_id, oid, language) do nothing
  `.execute(db)
}

/** Deletes the symbols of objects that no file of the current list has. */
export async function dropUnlisted(db: Db, mirrorId: MirrorId): Promise<void> {
  await sql`
    delete from mirror_symbols s where s.mirror_id = ${mirrorId} and not exists (
      select from mirror_lists l join mirror_files f on f.mirror_id = ${mirrorId} and f.generation = l.generation and f.oid = s.oid
      where l.mirror_id = ${mirrorId}
    )
  `.execute(db)
}

export async function dropSymbols(db: Db, mirrorId: MirrorId): Promise<void> {
  await sql`delete from mirror_symbols where mirror_id = ${mirrorId}`.execute(db)
}

/** The commits whose symbols are completely read, by mirror. */
export async function findReadCommits(db: Db, ids: readonly MirrorId[]): Promise<Map<MirrorId, string | null>> {
  const { rows } = await sql<{ id: MirrorId; commit: string | null }>`
    select m.id, m.symbols_commit as commit from mirrors m where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, commit }) => [id, commit]))
}

/** `paths`: parts of the path in lower case. All of them must be there, and one of the languages. */
export type SymbolFilter = { languages: Chosen; paths: Chosen }

/** A file with the definitions whose lines match, and the commit of the list in which it is. */
export type MatchingFile = {
  mirrorId: MirrorId
  commit: string
  path: string
  language: string
  symbols: StoredSymbol[][]
}

type FoundObject = { mirrorId: MirrorId; oid: string }
/** `objects`: only these, where they are known to be few. */
type Search = {
  mirrorIds: readonly MirrorId[]
  patterns: readonly string[]
  filter: SymbolFilter
  objects: readonly FoundObject[] | null
}

/** Copies of a file have the same object. */
const PATHS_OF_AN_OBJECT = 3

/** The objects of the files that the filter of paths lets through; null when there are more than `most`. */
export async function findObjects(
  db: Db,
  mirrorIds: readonly MirrorId[],
  filter: SymbolFilter,
  most: number,
): Promise<FoundObject[] | null> {
  const found = await askMirrors(
    db,
    mirrorIds,
    most + 1,
    (ids, onShard) => sql<FoundObject>`/* unnamed: files at a path */
      select f.mirror_id as "mirrorId", f.oid from mirror_lists l
      join mirror_files f on f.mirror_id = l.mirror_id and f.generation = l.generation
      where l.mirror_id = any(${ids}::uuid[]) ${onShard} ${atPath(filter)} limit ${most + 1}
    `,
  )
  return found.length > most ? null : found
}

type Most = { files: number; most: number }

/** Files of the current lists with names that match, in no order, at least `files` if there are so many, each with up to `most` symbols. */
export async function findMatchingSymbols(db: Db, search: Search, most: Most): Promise<MatchingFile[]> {
  return askMirrors(db, search.mirrorIds, most.files, (mirrorIds, onShard) =>
    matchingFiles({ ...search, mirrorIds }, most, onShard),
  )
}

/**
 * The objects are a materialised query without a limit: it is read only as far as needed, but planned for all of them. With a limit the planner expects the first hits
 * soon, and walks all names for a rare one.
 */
function matchingFiles(
  { mirrorIds, patterns, filter, objects }: Search,
  { files, most }: Most,
  onShard: RawBuilder<unknown>,
): RawBuilder<MatchingFile> {
  return sql<MatchingFile>`/* unnamed: symbols of repositories */
    with object as materialized (
      select o.mirror_id, o.oid, o.language, o.names, o.symbols from mirror_symbols o ${among(objects)}
      where o.mirror_id = any(${mirrorIds}::uuid[]) and ${likeAll(sql`o.names`, patterns)} ${ofLanguage(filter)}
    )
    select d.mirror_id as "mirrorId", f.commit, f.path, d.language, found.symbols from object d
    cross join lateral (
      select l.commit, f.path from mirror_lists l
      join mirror_files f on f.mirror_id = l.mirror_id and f.generation = l.generation and f.oid = d.oid
      where l.mirror_id = d.mirror_id ${onShard} ${atPath(filter)} limit ${PATHS_OF_AN_OBJECT}
    ) f
    cross join lateral (${matchingSymbols(patterns, most)}) found
    where found.symbols is not null limit ${files}
  `
}

function among(objects: Search['objects']): RawBuilder<unknown> {
  if (objects === null) return sql``
  const [mirrorIds, oids] = [objects.map(({ mirrorId }) => mirrorId), objects.map(({ oid }) => oid)]
  return sql`join (select distinct * from unnest(${mirrorIds}::uuid[], ${oids}::text[])) as w (mirror_id, oid)
    on w.mirror_id = o.mirror_id and w.oid = o.oid`
}

function ofLanguage({ languages: { any, none } }: SymbolFilter): RawBuilder<unknown> {
  return sql`${any.length === 0 ? sql`` : sql`and o.language = any(${any}::text[])`}
    ${none.length === 0 ? sql`` : sql`and o.language <> all(${none}::text[])`}`
}

function atPath({ paths: { any, none } }: SymbolFilter): RawBuilder<unknown> {
  const has = (part: string) => sql`strpos(lower(f.path), ${part}) > 0`
  const conditions = [...any.map(has), ...none.map((part) => sql`not ${has(part)}`)]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}
