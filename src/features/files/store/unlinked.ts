import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { FILE_COLUMNS } from './columns.ts'

/** Files in these languages without stored links, also those in the trash, in the order of their ids. */
export async function listUnlinked(
  db: Db,
  userId: UserId,
  languages: readonly string[],
  after: FileId | null,
  limit: number,
): Promise<File[]> {
  const { rows } = await sql<File>`
    select ${FILE_COLUMNS} from files f
    where f.user_id = ${userId} and f.language = any(${[...languages]}::text[]) and (${after}::uuid is null or f.id > ${after}::uuid)
      and not exists (select from links l where l.user_id = ${userId} and l.source_id = f.id)
    order by f.id limit ${limit}
  `.execute(db)
  return rows
}
