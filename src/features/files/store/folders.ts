import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Count } from './counts.ts'

/** The folders directly inside these ones, by name, with the number of files below each. The empty one is the root. */
export async function listFolders(db: Db, userId: UserId, parents: readonly string[], limit: number): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select c.name, c.n from file_counts c where c.user_id = ${userId} and c.kind = 'folder' and c.n > 0
    and case when strpos(c.name, '/') = 0 then '' else regexp_replace(c.name, '/[^/]*$', '') end = any(${parents}::text[])
    order by c.name limit ${limit}
  `.execute(db)
  return rows
}

export type FileInFolder = { id: FileId; path: string; updatedAt: Date }

/** Every live file in a folder and below it. */
export async function listInFolder(db: Db, userId: UserId, folder: string): Promise<FileInFolder[]> {
  const { rows } = await sql<FileInFolder>`
    select f.id, f.file_name as path, f.updated_at as "updatedAt" from files f
    where f.user_id = ${userId} and f.deleted_at is null and starts_with(f.file_name, ${`${folder}/`}) order by f.file_name
  `.execute(db)
  return rows
}
