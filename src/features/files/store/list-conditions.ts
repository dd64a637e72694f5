import { type RawBuilder, sql } from 'kysely'
import { NIQQUD_PATTERN } from '#base/fold.ts'
import type { FileId, UserId } from '#base/ids.ts'
import { keysOf } from '#base/keys-of.ts'
import type { StateOf } from '#base/search-query/vocabulary.ts'
import { hasTag } from '#platform/db/tags.ts'
import type { PlainCategory } from '../categories.ts'
import { LARGE_BYTES } from '../file.ts'
import type { ListCursor, Sort } from '../list-order.ts'
import type { FileFilter } from '../query.ts'

export type ListFilter = {
  language: string | null
  /** A tag, or one of the named categories with its parameters. */
  category:
    | { name: 'recent'; since: Date }
    | { name: PlainCategory | 'pinned' }
    | { name: 'tag'; tag: string }
    /** Files whose notes have something. */
    | { name: 'has'; ids: readonly FileId[] }
    | null
  repo: string | null
  /** The folder and everything below it. */
  folder: string | null
  /** What the filters inside a search ask of the file. */
  query: FileFilter | null
}

/** Lists the whole library. */
export const EVERYTHING: ListFilter = { language: null, category: null, repo: null, folder: null, query: null }

export type PageRequest = { sort: Sort; cursor: ListCursor | null; limit: number }

/** Conditions on a file `f`. Those on its text are in `search.ts`. */
export function conditions(userId: UserId, filter: ListFilter, paging: PageRequest): RawBuilder<unknown> {
  return all([...afterCursor(userId, filter, paging), ...chosen(filter)])
}

export function all(conditionList: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditionList, sql` and `)
}

export function afterCursor(userId: UserId, { query }: ListFilter, paging: PageRequest): RawBuilder<unknown>[] {
  const state = query?.states.includes('trash') ? STATE_CONDITIONS.trash : sql`f.deleted_at is null`
  const rows = [sql`f.user_id = ${userId}`, state]
  return paging.cursor ? [...rows, isAfter(paging.cursor, paging)] : rows
}

export function chosen({ language, repo, folder, category, query }: ListFilter): RawBuilder<unknown>[] {
  return [
    ...(language === null ? [] : [sql`f.language = ${language}`]),
    ...(repo === null ? [] : [sql`f.repo = ${repo}`]),
    ...(folder === null ? [] : [sql`starts_with(f.file_name, ${`${folder}/`})`]),
    ...(category ? [inCategory(category)] : []),
    ...(query ? inQuery(query) : []),
  ]
}

const HEBREW = /[\u05d0-\u05ea]/

/** Names are compared without niqqud only where it matters: that takes longer. */
function searchedPath(part: string): RawBuilder<unknown> {
  return HEBREW.test(part)
    ? sql`regexp_replace(lower(f.file_name), ${NIQQUD_PATTERN}, '', 'g')`
    : sql`lower(f.file_name)`
}

/** What `is:` asks of a file. */
const STATE_CONDITIONS = {
  favourite: sql`f.is_favorite`,
  untagged: sql`cardinality(f.tags) = 0`,
  trash: sql`f.deleted_at is not null`,
} satisfies Record<StateOf<'files'>, RawBuilder<unknown>>

function inQuery({ languages, repos, tags, paths, states, since, until }: FileFilter): RawBuilder<unknown>[] {
  const when = (isAsked: boolean, condition: RawBuilder<unknown>) => (isAsked ? [condition] : [])
  return [
    ...when(languages.any.length > 0, sql`f.language = any(${languages.any}::text[])`),
    ...when(languages.none.length > 0, sql`f.language <> all(${languages.none}::text[])`),
    ...when(repos.any.length > 0, sql`f.repo = any(${repos.any}::text[])`),
    ...when(repos.none.length > 0, sql`(f.repo is null or f.repo <> all(${repos.none}::text[]))`),
    ...tags.any.map((tag) => hasTag(sql`f.tags`, tag)),
    ...tags.none.map((tag) => sql`not ${hasTag(sql`f.tags`, tag)}`),
    ...paths.any.map((part) => sql`strpos(${searchedPath(part)}, ${part}) > 0`),
    ...paths.none.map((part) => sql`strpos(${searchedPath(part)}, ${part}) = 0`),
    // The trash is another list, which `afterCursor` chooses.
    ...keysOf(STATE_CONDITIONS).flatMap((state) =>
      when(state !== 'trash' && states.includes(state), STATE_CONDITIONS[state]),
    ),
    ...(since ? [sql`f.updated_at >= ${since}`] : []),
    ...(until ? [sql`f.updated_at < ${until}`] : []),
  ]
}

const CATEGORY_CONDITIONS = {
  favorites: STATE_CONDITIONS.favourite,
  pinned: sql`f.is_pinned`,
  repo: sql`f.repo is not null`,
  large: sql`f.size_bytes >= ${sql.lit(LARGE_BYTES)}`,
  other: sql`f.repo is null`,
  'is:untagged': STATE_CONDITIONS.untagged,
} satisfies Record<PlainCategory | 'pinned', RawBuilder<unknown>>

function inCategory(category: NonNullable<ListFilter['category']>): RawBuilder<unknown> {
  if (category.name === 'recent') return sql`f.touched_at >= ${category.since}`
  if (category.name === 'tag') return sql`f.tags @> array[${category.tag}]::text[]`
  if (category.name === 'has') return sql`f.id = any(${category.ids}::uuid[])`
  return CATEGORY_CONDITIONS[category.name]
}

export function isAfter({ key, id }: ListCursor, paging: PageRequest): RawBuilder<unknown> {
  const is = direction(paging) === ASCENDING ? sql`>` : sql`<`
  return sql`(${sortColumn(paging)}, f.id) ${is} (${key}, ${id})`
}

export function order(paging: PageRequest): RawBuilder<unknown> {
  return sql`order by ${sortColumn(paging)} ${direction(paging)}, f.id ${direction(paging)}`
}

const COLUMNS = {
  created_at_desc: sql`f.created_at`,
  created_at_asc: sql`f.created_at`,
  updated_at_desc: sql`f.updated_at`,
  name_asc: sql`f.file_name`,
  size_desc: sql`f.size_bytes`,
} satisfies Record<Sort, RawBuilder<unknown>>

export function sortColumn({ sort }: PageRequest): RawBuilder<unknown> {
  return COLUMNS[sort]
}

const ASCENDING = sql`asc`
const DESCENDING = sql`desc`

export function direction({ sort }: PageRequest): RawBuilder<unknown> {
  return sort === 'created_at_asc' || sort === 'name_asc' ? ASCENDING : DESCENDING
}
