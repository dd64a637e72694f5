import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** A live file with a version from this time: its newest text, and the last one from before; null when it had none. */
export type ChangedFile = {
  id: FileId
  path: string
  version: number
  after: Buffer
  before: Buffer | null
  bytes: number
}

/**
 * The other files of the user that have a version between two moments. The index on `updated_at` finds the files that changed since; `scanned` bounds
 * how many of them are looked at, those first that did not change again.
 */
export async function listChangedBetween(
  db: Db,
  userId: UserId,
  except: FileId,
  { from, to }: { from: Date; to: Date },
  limit: { scanned: number; files: number },
): Promise<ChangedFile[]> {
  const { rows } = await sql<ChangedFile>`
    select f.id, f.file_name as path, f.version, f.sha256 as after, b.sha256 as before, f.size_bytes + coalesce(b.size_bytes, 0) as bytes
    from (
      select c.id, c.file_name, c.version, c.sha256, c.size_bytes from files c
      where c.user_id = ${userId} and c.deleted_at is null and c.updated_at >= ${from} and c.id <> ${except}
      order by c.updated_at limit ${limit.scanned}
    ) f left join lateral (
      select v.sha256, v.size_bytes from file_versions v
      where v.user_id = ${userId} and v.file_id = f.id and v.created_at < ${from} order by v.version desc limit 1
    ) b on true
    where exists (
      select from file_versions v where v.user_id = ${userId} and v.file_id = f.id and v.created_at between ${from} and ${to}
    ) limit ${limit.files}
  `.execute(db)
  return rows
}
