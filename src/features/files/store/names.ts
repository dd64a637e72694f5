import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { MATCH_RANKS, type MatchRank } from '#base/symbol-match.ts'
import { type NamePatterns, type StoredSymbol, widestPatterns } from '#base/symbol-names.ts'
import { likeAll, matchingSymbols } from '#platform/db/names.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { FILE_COLUMNS } from './columns.ts'
import { all } from './list-conditions.ts'

/** Where a name is looked for, and in which files. */
export type NameSearch = {
  of: 'symbols' | 'files'
  patterns: NamePatterns
  language: string | null
  /** A part of the path, lower-case. */
  pathPart: string | null
}

/** A live file with a name that may match. */
export type FoundFile = { id: FileId; isFavorite: boolean; updatedAt: Date }
/** `ranks`: those that its names may have. */
export type NameCandidate = FoundFile & { ranks: readonly MatchRank[] }

/** The names that changed last, and those of favourites. */
export async function walkNames(
  db: Db,
  userId: UserId,
  search: NameSearch,
  howMany: { newest: number; favorites: number },
): Promise<NameCandidate[]> {
  const of = sql`from files f where ${all([sql`f.user_id = ${userId}`, ...inFiles(search)])}`
  return toCandidates(
    await sql<CandidateRow>`/* unnamed: walk the newest names */
      select page.id, page.is_favorite as "isFavorite", page.updated_at as "updatedAt", ${flags(search)} from (
        (select f.id, f.is_favorite, f.updated_at ${of} order by f.updated_at desc, f.id desc limit ${howMany.newest})
        union
        (select f.id, f.is_favorite, f.updated_at ${of} and f.is_favorite order by f.created_at desc, f.id desc limit ${howMany.favorites})
      ) page join search_docs d on d.user_id = ${userId} and d.file_id = page.id
      where ${anyOf(search)}
    `.execute(db),
  )
}

type Asked = { isHeavy: boolean; limit: number }

/**
 * Files with a name of any rank, in no order; null when there are more than `limit`. Their ranks are read when that is known: comparing a long list of names with
 * the patterns of every rank takes a tenth of a millisecond. Without the index, every file of the user is read.
 */
export async function findNames(
  db: Db,
  userId: UserId,
  search: NameSearch,
  { isHeavy, limit }: Asked,
): Promise<NameCandidate[] | null> {
  // Left joins: hits in the trash or outside the filter count for the limit too.
  const { rows } = await sql<CandidateRow | { id: null }>`/* unnamed: names of any rank */
    with hit as materialized (
      select d.file_id from search_docs d where d.user_id = ${userId} and ${indexed(isHeavy)} ${anyOf(search)} limit ${limit + 1}
    )
    select f.id, f.is_favorite as "isFavorite", f.updated_at as "updatedAt", ${flags(search)}
    from hit left join files f on f.user_id = ${userId} and f.id = hit.file_id and ${all(inFiles(search))}
    left join search_docs d on d.user_id = ${userId} and d.file_id = f.id and (select count(*) from hit) <= ${limit}
  `.execute(db)
  return rows.length > limit ? null : toCandidates({ rows: rows.filter((row) => row.id !== null) })
}

/** Files with a name of one rank: favourites first, then those that changed last. */
export async function findNamesOfRank(
  db: Db,
  userId: UserId,
  search: NameSearch,
  rank: MatchRank,
  { isHeavy, limit }: Asked,
): Promise<FoundFile[]> {
  const { rows } = await sql<FoundFile>`/* unnamed: names of one rank */
    with hit as materialized (
      select d.file_id from search_docs d where d.user_id = ${userId} and ${indexed(isHeavy)} ${matches(search, rank)}
    )
    select f.id, f.is_favorite as "isFavorite", f.updated_at as "updatedAt"
    from hit join files f on f.user_id = ${userId} and f.id = hit.file_id where ${all(inFiles(search))}
    order by f.is_favorite desc, f.updated_at desc, f.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Null: the names of the file are not known yet. */
type CandidateRow = FoundFile & Record<MatchRank, boolean | null>

function toCandidates({ rows }: { rows: CandidateRow[] }): NameCandidate[] {
  return rows
    .map((row) => {
      const { id, isFavorite, updatedAt } = row
      return { id, isFavorite, updatedAt, ranks: MATCH_RANKS.filter((rank) => row[rank]) }
    })
    .filter(({ ranks }) => ranks.length > 0)
}

function inFiles({ language, pathPart }: NameSearch): RawBuilder<unknown>[] {
  return [
    sql`f.deleted_at is null`,
    ...(language === null ? [] : [sql`f.language = ${language}`]),
    ...(pathPart === null ? [] : [sql`strpos(lower(f.file_name), ${pathPart}) > 0`]),
  ]
}

function indexed(isHeavy: boolean): RawBuilder<unknown> {
  return isHeavy ? sql`d.indexed and` : sql``
}

/** Only what a LIKE on exactly these expressions finds can be found through an index. */
const NAMES = { symbols: sql`d.names`, files: sql`split_part(d.names, chr(10), 1)` }

function anyOf({ of, patterns }: NameSearch): RawBuilder<unknown> {
  const either = widestPatterns(patterns).map((each) => likeAll(NAMES[of], each))
  return sql`(${sql.join(either, sql` or `)})`
}

function flags(search: NameSearch): RawBuilder<unknown> {
  return sql.join(MATCH_RANKS.map((rank) => sql`${matches(search, rank)} as ${sql.ref(rank)}`))
}

function matches({ of, patterns }: NameSearch, rank: MatchRank): RawBuilder<unknown> {
  const wanted = patterns[rank]
  return wanted === null ? sql`false` : likeAll(NAMES[of], wanted)
}

export type MatchingFile = { file: File; symbols: StoredSymbol[][] }

/** The symbols of these files whose lines match, up to `most` of each. */
export async function readMatchingSymbols(
  db: Db,
  userId: UserId,
  ids: readonly FileId[],
  patterns: readonly string[],
  most: number,
): Promise<MatchingFile[]> {
  const { rows } = await sql<File & { symbols: StoredSymbol[][] }>`/* unnamed: matching symbols */
    select ${FILE_COLUMNS}, found.symbols from search_docs d
    join files f on f.user_id = ${userId} and f.id = d.file_id
    cross join lateral (${matchingSymbols(patterns, most)}) found
    where d.user_id = ${userId} and d.file_id = any(${ids}::uuid[]) and f.deleted_at is null and found.symbols is not null
  `.execute(db)
  return rows.map(({ symbols, ...file }) => ({ file, symbols }))
}
