import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { NamedFile } from '../folder-contents.ts'
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

/** The first live files directly in each of these folders, by name. The empty one is the root. */
export async function listDirectlyIn(
  db: Db,
  userId: UserId,
  parents: readonly string[],
  limit: number,
): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`
    select d.id, d.folder, d."fileName" from (
      select n.id, n.folder, n."fileName", row_number() over (partition by n.folder order by n."fileName") as place from (
        select f.id, split_part(f.file_name, '/', -1) as "fileName",
          case when strpos(f.file_name, '/') = 0 then '' else regexp_replace(f.file_name, '/[^/]*$', '') end as folder
        from files f where f.user_id = ${userId} and f.deleted_at is null
      ) n where n.folder = any(${parents}::text[])
    ) d where d.place <= ${limit} order by d.folder, d."fileName"
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
