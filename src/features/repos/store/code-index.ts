import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'
import { type ClaimId, isDue } from './mirror-work.ts'

/** `isUnfinished`: an earlier build failed or was killed, so that the shards may be a mixture. */
export type IndexClaim = {
  mirrorId: MirrorId
  number: number
  commit: string
  fileCount: number
  isUnfinished: boolean
}

type ClaimAsk = { claimId: ClaimId; newNumber: number; node: string | null; now: Date; until: Date }

/** Claims the mirror whose current commit waits longest. `newNumber` is for a mirror that has none yet. */
export async function claimToIndex(db: Db, ask: ClaimAsk): Promise<IndexClaim | null> {
  const { claimId, newNumber, node, now, until } = ask
  const { rows } = await sql<IndexClaim>`
    with due as materialized (
      select d.id, d.index_id is not null or d.index_failures > 0 or d.indexed_commit is null as unfinished from mirrors d
      where ${isDue('index', node, now)} order by d.last_sync_at limit 1 for update skip locked
    )
    update mirrors m set index_id = ${claimId}, index_until = ${until}, index_number = coalesce(m.index_number, ${newNumber})
    from due where m.id = due.id and m.head is not null
    returning m.id as "mirrorId", m.index_number as number, m.head as commit, m.file_count as "fileCount",
      due.unfinished as "isUnfinished"
  `.execute(db)
  return rows[0] ?? null
}

/** The indexes of these mirrors; mirrors without a complete one are missing. */
export async function findIndexed(
  db: Db,
  ids: readonly string[],
): Promise<{ mirrorId: string; number: number; commit: string }[]> {
  const { rows } = await sql<{ mirrorId: string; number: number; commit: string }>`
    select m.id as "mirrorId", m.index_number as number, m.indexed_commit as commit from mirrors m
    where m.id = any(${ids}::uuid[]) and m.index_number is not null and m.indexed_commit is not null
  `.execute(db)
  return rows
}

/** Mirrors with an index, by id; for those without files there are no shards. */
export async function listIndexed(db: Db): Promise<{ mirrorId: MirrorId; commit: string }[]> {
  const { rows } = await sql<{ mirrorId: MirrorId; commit: string }>`
    select m.id as "mirrorId", m.indexed_commit as commit from mirrors m
    where m.indexed_commit is not null and m.file_count > 0 and m.index_id is null
  `.execute(db)
  return rows
}

/** Its shards are gone, unless another build has finished since. */
export async function clearIndexed(
  db: Db,
  { mirrorId, commit }: { mirrorId: MirrorId; commit: string },
): Promise<void> {
  await sql`
    update mirrors set indexed_commit = null where id = ${mirrorId} and indexed_commit = ${commit} and index_id is null
  `.execute(db)
}
