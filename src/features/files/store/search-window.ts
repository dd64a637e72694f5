import { type RawBuilder, sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import type { ListCursor } from '../list-order.ts'
import { FILE_COLUMNS } from './columns.ts'
import { conditions, isAfter, type ListFilter, order, type PageRequest, sortColumn } from './list-conditions.ts'

/** Files that were created before the window and changed in it are read one by one. There may be 100 of them, and one more for every 20 files of the window. */
const [OUTLIERS, OUTLIER_SHARE] = [100, 20]
/** The index is not used when the ids of a window span more than three times as many files as the window has. */
const MAX_SPREAD = 3

/** The next files of a list, newest first. `from`: all but the outliers have a later id. */
type Window = { from: FileId; outliers: readonly FileId[]; end: ListCursor }

/**
 * The files of a window that match. Ids begin with the moment of their creation, so that the index finds the newest candidates without reading the others.
 * Null where the order of ids is of no use, and where the list has fewer files.
 */
export async function searchWindow(
  db: Db,
  userId: UserId,
  { filter, paging, matches }: WindowSearch,
  size: number,
): Promise<File[] | null> {
  const window = await findWindow(db, userId, filter, paging, size)
  if (!window) return null
  const { rows } = await sql<File>`/* unnamed: search a window */
    with hit as materialized (
      select d.file_id from search_docs d where d.user_id = ${userId} and d.file_id >= ${window.from}::uuid and ${matches.byIndex}
      union all
      select d.file_id from search_docs d where d.user_id = ${userId} and d.file_id = any(${window.outliers}::uuid[]) and ${matches.each}
    )
    select ${FILE_COLUMNS} from hit join files f on f.user_id = ${userId} and f.id = hit.file_id
    where ${conditions(userId, filter, paging)} and not ${isAfter(window.end, paging)} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

/** `byIndex`: the same condition on a searched text as `each`, written so that the index can answer it. */
export type WindowSearch = {
  filter: ListFilter
  paging: PageRequest
  matches: { byIndex: RawBuilder<unknown>; each: RawBuilder<unknown> }
}

type WindowRow = Omit<Window, 'end'> & ListCursor & { n: number; spread: number }

async function findWindow(
  db: Db,
  userId: UserId,
  filter: ListFilter,
  paging: PageRequest,
  size: number,
): Promise<Window | null> {
  const [most, widest] = [OUTLIERS + size / OUTLIER_SHARE, MAX_SPREAD * size]
  const { rows } = await sql<WindowRow>`/* unnamed: find a window */
    with page as materialized (
      select f.id, ${sortColumn(paging)} as key from files f where ${conditions(userId, filter, paging)} ${order(paging)} limit ${sql.lit(size)}
    ), last as materialized (select id, key from page order by key, id limit 1), first as materialized (
      select rpad(lpad(to_hex((extract(epoch from key) * 1000)::bigint), 12, '0'), 32, '0')::uuid as id from last
    )
    select last.key, last.id, first.id as "from", (select count(*)::int from page) as n,
      (select count(*)::int from (
        select from files f where f.user_id = ${userId} and f.id >= (select id from first) limit ${sql.lit(widest)}
      ) spread) as spread,
      array(select replace(id::text, '-', '') from page where id < (select id from first) limit ${sql.lit(most + 1)}) as outliers
    from last, first
  `.execute(db)
  const [row] = rows
  if (!row || row.n < size || row.spread >= widest || row.outliers.length > most) return null
  const { from, outliers, key, id } = row
  return { from, outliers, end: { key, id } }
}
