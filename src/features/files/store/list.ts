import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { type File, LARGE_BYTES } from '../file.ts'
import { isByCreation, type ListCursor, type Sort } from '../list-order.ts'
import { indexFor, likePattern, OFTEN, type SearchIndex, WALK_BRIEFLY, WALK_FIRST, WALK_ON } from '../search.ts'
import { FILE_COLUMNS } from './columns.ts'
import { totalFiles } from './counts.ts'

export type ListFilter = {
  language: string | null
  /** A tag, or one of the named categories with its parameters. */
  category:
    | { name: 'recent'; since: Date }
    | { name: 'favorites' | 'repo' | 'large' | 'other' | 'pinned' }
    | { name: 'tag'; tag: string }
    /** Files whose notes have something. */
    | { name: 'has'; ids: readonly FileId[] }
    | null
  repo: string | null
  /** The folder and everything below it. */
  folder: string | null
  /** Already case-folded. */
  needle: string | null
}

export type PageRequest = { sort: Sort; cursor: ListCursor | null; limit: number }

/**
 * Live files by cursor instead of OFFSET. Every order has an index for the whole list, and most filters have one in the order
 * of creation. For the others the first files of the order are walked first: one generic plan would fetch every file of a
 * common tag to show twenty.
 */
export async function listFiles(db: Db, userId: UserId, filter: ListFilter, paging: PageRequest): Promise<File[]> {
  if (isOrdered(filter, paging.sort) || filter.category?.name === 'has') return allOf(db, userId, filter, paging)
  const newest = await someOfNewest(db, userId, filter, paging)
  if (newest.length >= paging.limit || (await totalFiles(db, userId)) <= WALK_FIRST) return newest
  return allOf(db, userId, filter, paging)
}

/** Whether one index holds exactly these files in list order. */
function isOrdered({ language, repo, folder, category }: ListFilter, sort: Sort): boolean {
  const byIndex = category === null || ['favorites', 'pinned', 'large'].includes(category.name)
  const most = isByCreation(sort) ? 1 : 0
  return byIndex && [language, repo, folder, category].filter((each) => each !== null).length <= most
}

async function allOf(db: Db, userId: UserId, filter: ListFilter, paging: PageRequest): Promise<File[]> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f where ${conditions(userId, filter, paging)} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

async function someOfNewest(db: Db, userId: UserId, filter: ListFilter, paging: PageRequest): Promise<File[]> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from (
      select * from files f where ${all(liveAfterCursor(userId, paging))} ${order(paging)} limit ${sql.lit(WALK_FIRST)}
    ) f where ${all([sql`f.user_id = ${userId}`, ...chosen(filter)])} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

type Search = ListFilter & { needle: string }

export type SearchHow = { userHasMore: boolean; isHeavy: boolean }

/**
 * Literal substring search. The newest files are walked first, which fills a page for any needle that is not rare; then an
 * index is used where one helps, else the rest is walked. Statements are unnamed, because no generic plan suits all needles.
 */
export async function searchFiles(
  db: Db,
  userId: UserId,
  filter: Search,
  paging: PageRequest,
  how: SearchHow,
): Promise<File[]> {
  const index = how.isHeavy ? indexFor(filter.needle) : null
  const newest = await walkNewest(db, userId, filter, paging, index ? WALK_BRIEFLY : WALK_FIRST)
  if (newest.length >= paging.limit || !how.userHasMore) return newest
  if (!index) return walkAll(db, userId, filter, paging)
  if (newest.length >= OFTEN) {
    const more = await walkNewest(db, userId, filter, paging, WALK_ON)
    if (more.length >= paging.limit) return more
  }
  return askIndex(db, userId, filter, paging, index)
}

async function walkNewest(
  db: Db,
  userId: UserId,
  filter: Search,
  paging: PageRequest,
  howMany: number,
): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: walk the newest */
    select ${FILE_COLUMNS} from (
      select page.id from (
        select f.id, ${sortColumn(paging)} as key from files f where ${conditions(userId, filter, paging)} ${order(paging)} limit ${sql.lit(howMany)}
      ) page join search_docs d on d.user_id = ${userId} and d.file_id = page.id
      where strpos(d.doc, ${filter.needle}) > 0
      order by page.key ${direction(paging)}, page.id ${direction(paging)} limit ${paging.limit}
    ) hit join files f on f.user_id = ${userId} and f.id = hit.id ${order(paging)}
  `.execute(db)
  return rows
}

async function askIndex(
  db: Db,
  userId: UserId,
  filter: Search,
  paging: PageRequest,
  index: SearchIndex,
): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: ask the index */
    with hit as materialized (select d.file_id from search_docs d where d.user_id = ${userId} and ${holds(filter.needle, index)})
    select ${FILE_COLUMNS} from hit join files f on f.user_id = ${userId} and f.id = hit.file_id
    where ${conditions(userId, filter, paging)} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

async function walkAll(db: Db, userId: UserId, filter: Search, paging: PageRequest): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: walk all */
    select ${FILE_COLUMNS} from files f join search_docs d on d.user_id = ${userId} and d.file_id = f.id
    where strpos(d.doc, ${filter.needle}) > 0 and ${conditions(userId, filter, paging)}
    ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

/** The pair bit is tested first: it is stored in the row, while most texts are stored out of line and compressed. */
function holds(needle: string, index: SearchIndex | null): RawBuilder<unknown> {
  if (index?.by === 'trigrams') return sql`d.indexed and d.doc like ${likePattern(needle)}`
  const found = sql`strpos(d.doc, ${needle}) > 0`
  return index ? sql`(d.pairs is null or get_bit(d.pairs, ${sql.lit(index.bit)}) = 1) and ${found}` : found
}

/** Search hits by language, for the facets. */
export async function countHits(
  db: Db,
  userId: UserId,
  filter: Search,
  isHeavy: boolean,
): Promise<Map<string, number>> {
  const matches = holds(filter.needle, isHeavy ? indexFor(filter.needle) : null)
  const { rows } = await sql<{ language: string; n: number }>`/* unnamed: facets */
    select f.language, count(*)::int as n from search_docs d join files f on f.user_id = ${userId} and f.id = d.file_id
    where d.user_id = ${userId} and ${matches} and ${conditions(userId, filter, { sort: 'created_at_desc', cursor: null, limit: 0 })}
    group by f.language order by n desc
  `.execute(db)
  return new Map(rows.map(({ language, n }) => [language, n]))
}

function conditions(userId: UserId, filter: ListFilter, paging: PageRequest): RawBuilder<unknown> {
  return all([...liveAfterCursor(userId, paging), ...chosen(filter)])
}

function all(conditionList: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditionList, sql` and `)
}

function liveAfterCursor(userId: UserId, paging: PageRequest): RawBuilder<unknown>[] {
  const live = [sql`f.user_id = ${userId}`, sql`f.deleted_at is null`]
  return paging.cursor ? [...live, after(paging.cursor, paging)] : live
}

function chosen({ language, repo, folder, category }: ListFilter): RawBuilder<unknown>[] {
  return [
    ...(language === null ? [] : [sql`f.language = ${language}`]),
    ...(repo === null ? [] : [sql`f.repo = ${repo}`]),
    ...(folder === null ? [] : [sql`starts_with(f.file_name, ${`${folder}/`})`]),
    ...(category ? [inCategory(category)] : []),
  ]
}

function inCategory(category: NonNullable<ListFilter['category']>): RawBuilder<unknown> {
  switch (category.name) {
    case 'recent':
      return sql`f.touched_at >= ${category.since}`
    case 'favorites':
      return sql`f.is_favorite`
    case 'pinned':
      return sql`f.is_pinned`
    case 'repo':
      return sql`f.repo is not null`
    case 'large':
      return sql`f.size_bytes >= ${sql.lit(LARGE_BYTES)}`
    case 'other':
      return sql`f.repo is null`
    case 'tag':
      return sql`f.tags @> array[${category.tag}]::text[]`
    case 'has':
      return sql`f.id = any(${category.ids}::uuid[])`
  }
}

function after({ key, id }: ListCursor, paging: PageRequest): RawBuilder<unknown> {
  const is = direction(paging) === ASCENDING ? sql`>` : sql`<`
  return sql`(${sortColumn(paging)}, f.id) ${is} (${key}, ${id})`
}

function order(paging: PageRequest): RawBuilder<unknown> {
  return sql`order by ${sortColumn(paging)} ${direction(paging)}, f.id ${direction(paging)}`
}

const COLUMNS = {
  created_at_desc: sql`f.created_at`,
  created_at_asc: sql`f.created_at`,
  updated_at_desc: sql`f.updated_at`,
  name_asc: sql`f.file_name`,
  size_desc: sql`f.size_bytes`,
} satisfies Record<Sort, RawBuilder<unknown>>

function sortColumn({ sort }: PageRequest): RawBuilder<unknown> {
  return COLUMNS[sort]
}

const ASCENDING = sql`asc`
const DESCENDING = sql`desc`

function direction({ sort }: PageRequest): RawBuilder<unknown> {
  return sort === 'created_at_asc' || sort === 'name_asc' ? ASCENDING : DESCENDING
}
