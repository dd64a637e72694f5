import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { isByCreation, type Sort } from '../list-order.ts'
import { WALK_FIRST } from '../search-index.ts'
import { FILE_COLUMNS } from './columns.ts'
import { totalFiles } from './counts.ts'
import { afterCursor, all, chosen, conditions, type ListFilter, order, type PageRequest } from './list-conditions.ts'

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
function isOrdered({ language, repo, folder, category, query }: ListFilter, sort: Sort): boolean {
  const byIndex = category === null || ['favorites', 'pinned', 'large'].includes(category.name)
  const most = isByCreation(sort) ? 1 : 0
  const filters = [language, repo, folder, category].filter((each) => each !== null)
  return byIndex && query === null && filters.length <= most
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
      select * from files f where ${all(afterCursor(userId, filter, paging))} ${order(paging)} limit ${sql.lit(WALK_FIRST)}
    ) f where ${all([sql`f.user_id = ${userId}`, ...chosen(filter)])} ${order(paging)} limit ${paging.limit}
  `.execute(db)
  return rows
}

/** The files that were opened or saved last. */
export async function listTouched(db: Db, userId: UserId, limit: number): Promise<(File & { touchedAt: Date })[]> {
  const { rows } = await sql<File & { touchedAt: Date }>`
    select ${FILE_COLUMNS}, f.touched_at as "touchedAt" from files f
    where f.user_id = ${userId} and f.deleted_at is null order by f.touched_at desc, f.id desc limit ${limit}
  `.execute(db)
  return rows
}
