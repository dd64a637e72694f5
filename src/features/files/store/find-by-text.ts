import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { likePattern } from '#base/like.ts'
import type { Clause } from '#base/search-query/text-terms.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { isNewestFirst } from '../list-order.ts'
import {
  hasTrigrams,
  indexFor,
  OFTEN,
  type SearchIndex,
  type TextFilter,
  WALK_BRIEFLY,
  WALK_FIRST,
  WALK_ON,
  WINDOWS,
} from '../search-index.ts'
import { FILE_COLUMNS } from './columns.ts'
import { all, conditions, direction, type ListFilter, order, type PageRequest, sortColumn } from './list-conditions.ts'
import { searchWindow } from './search-window.ts'

/** A list whose files are chosen by their text too. */
export type SearchFilter = ListFilter & { text: TextFilter }

export type SearchHow = { userHasMore: boolean; isHeavy: boolean }

/**
 * Literal substring search. The newest files are walked first, which fills a page for any needle that is not rare; then an
 * index is used where one helps, first for the newest files, else the rest is walked. Statements are unnamed, because no generic plan suits all needles.
 */
export async function searchFiles(
  db: Db,
  userId: UserId,
  filter: SearchFilter,
  paging: PageRequest,
  how: SearchHow,
): Promise<File[]> {
  const index = how.isHeavy ? indexFor(filter.text) : null
  const newest = await walkNewest(db, userId, filter, paging, index ? WALK_BRIEFLY : WALK_FIRST)
  if (newest.length >= paging.limit || !how.userHasMore) return newest
  if (!index) return walkAll(db, userId, filter, paging)
  const more = await searchOn(db, userId, filter, paging, { index, found: newest.length })
  return more ?? askIndex(db, userId, filter, paging, index)
}

/** The files of the page where they are among the newest some thousand, so that not every file that may match has to be read. Null where they are not. */
async function searchOn(
  db: Db,
  userId: UserId,
  filter: SearchFilter,
  paging: PageRequest,
  { index, found }: { index: SearchIndex; found: number },
): Promise<File[] | null> {
  if (index.by === 'pair') {
    const more = found >= OFTEN ? await walkNewest(db, userId, filter, paging, WALK_ON) : []
    return more.length >= paging.limit ? more : null
  }
  if (!isNewestFirst(paging.sort)) return null
  const matching = { byIndex: matches(filter.text, index), each: matches(filter.text, null) }
  for (const [i, size] of WINDOWS.entries()) {
    const files = await searchWindow(db, userId, { filter, paging, matches: matching }, size)
    if (!files || files.length >= paging.limit) return files
    // Where far too few are to be expected in the next window, its files would only be read twice.
    if (2 * files.length * ((WINDOWS[i + 1] ?? 0) / size) < paging.limit) return null
  }
  return null
}

async function walkNewest(
  db: Db,
  userId: UserId,
  filter: SearchFilter,
  paging: PageRequest,
  howMany: number,
): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: walk the newest */
    select ${FILE_COLUMNS} from (
      select page.id from (
        select f.id, ${sortColumn(paging)} as key from files f where ${conditions(userId, filter, paging)} ${order(paging)} limit ${sql.lit(howMany)}
      ) page join search_docs d on d.user_id = ${userId} and d.file_id = page.id
      where ${matches(filter.text, null)}
      order by page.key ${direction(paging)}, page.id ${direction(paging)} limit ${paging.limit}
    ) hit join files f on f.user_id = ${userId} and f.id = hit.id ${order(paging)}
  `.execute(db)
  return rows
}

async function askIndex(
  db: Db,
  userId: UserId,
  filter: SearchFilter,
  paging: PageRequest,
  index: SearchIndex,
): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: ask the index */
    with hit as materialized (select d.file_id from search_docs d where d.user_id = ${userId} and ${matches(filter.text, index)})
    select ${FILE_COLUMNS} from hit join files f on f.user_id = ${userId} and f.id = hit.file_id
    where ${conditions(userId, filter, paging)} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

async function walkAll(db: Db, userId: UserId, filter: SearchFilter, paging: PageRequest): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: walk all */
    select ${FILE_COLUMNS} from files f join search_docs d on d.user_id = ${userId} and d.file_id = f.id
    where ${matches(filter.text, null)} and ${conditions(userId, filter, paging)}
    ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

/** The pair bit is tested first: it is stored in the row, while most texts are stored out of line and compressed. */
function matches({ holds, lacks }: TextFilter, index: SearchIndex | null): RawBuilder<unknown> {
  const byTrigrams = index?.by === 'trigrams'
  return all([
    // Where only patterns are asked for, every text may match.
    sql`true`,
    ...(byTrigrams ? [sql`d.indexed`] : []),
    ...(index?.by === 'pair' ? [sql`(d.pairs is null or get_bit(d.pairs, ${sql.lit(index.bit)}) = 1)`] : []),
    ...holds.map((clause) => oneOf(clause, byTrigrams && hasTrigrams(clause))),
    ...lacks.map((needle) => sql`strpos(d.doc, ${needle}) = 0`),
  ])
}

function oneOf(clause: Clause, byTrigrams: boolean): RawBuilder<unknown> {
  const found = clause.map((needle) =>
    byTrigrams ? sql`d.doc like ${likePattern(needle)}` : sql`strpos(d.doc, ${needle}) > 0`,
  )
  return found.length === 1 ? sql`${found[0]}` : sql`(${sql.join(found, sql` or `)})`
}

/** Search hits by language, for the facets. */
export async function countHits(
  db: Db,
  userId: UserId,
  filter: SearchFilter,
  isHeavy: boolean,
): Promise<Map<string, number>> {
  const index = isHeavy ? indexFor(filter.text) : null
  const { rows } = await sql<{ language: string; n: number }>`/* unnamed: facets */
    select f.language, count(*)::int as n from search_docs d join files f on f.user_id = ${userId} and f.id = d.file_id
    where d.user_id = ${userId} and ${matches(filter.text, index)} and ${conditions(userId, filter, { sort: 'created_at_desc', cursor: null, limit: 0 })}
    group by f.language order by n desc
  `.execute(db)
  return new Map(rows.map(({ language, n }) => [language, n]))
}

/** How many files of the list follow the cursor, whatever their text. */
export async function countAfter(db: Db, userId: UserId, filter: ListFilter, paging: PageRequest): Promise<number> {
  const { rows } = await sql<{ n: number }>`/* unnamed: files left */
    select count(*)::int as n from files f where ${conditions(userId, filter, paging)}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The searched texts of some files. */
export async function readDocs(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, string>> {
  const { rows } = await sql<{ id: FileId; doc: string }>`
    select d.file_id as id, d.doc from search_docs d where d.user_id = ${userId} and d.file_id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}
