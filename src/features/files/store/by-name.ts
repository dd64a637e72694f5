import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { FILE_COLUMNS } from './columns.ts'

/**
 * Live files whose path contains the needle: names that begin with it first, then names that contain it, then folders; the
 * newest change first in each. It reads every path of the user, but no text.
 */
export async function findByName(db: Db, userId: UserId, needle: string, limit: number): Promise<File[]> {
  const { rows } = await sql<File>`/* unnamed: find by name */
    select ${FILE_COLUMNS} from files f
    where f.user_id = ${userId} and f.deleted_at is null and strpos(lower(f.file_name), ${needle}) > 0
    order by case strpos(lower(split_part(f.file_name, '/', -1)), ${needle}) when 1 then 0 when 0 then 2 else 1 end,
      f.updated_at desc, f.id desc
    limit ${limit}
  `.execute(db)
  return rows
}
