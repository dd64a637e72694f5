import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Id } from '#base/ids.ts'
import type { MirrorId } from '../repo.ts'

export type IndexId = Id<'index'>
export type IndexHolder = { mirrorId: MirrorId; indexId: IndexId }

/** `isUnfinished`: an earlier build failed or was killed, so that the shards may be a mixture. */
export type IndexClaim = {
  mirrorId: MirrorId
  number: number
  commit: string
  fileCount: number
  isUnfinished: boolean
}

const isToIndex = (node: string | null, now: Date) => sql`
  d.head is distinct from d.indexed_commit and d.head is not null
  and (d.index_until is null or d.index_until < ${now}) and (d.index_at is null or d.index_at <= ${now})
  ${node === null ? sql`` : sql`and d.node = ${node}`}`

export async function anyToIndex(db: Db, node: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql`select from mirrors d where ${isToIndex(node, now)} limit 1`.execute(db)
  return rows.length > 0
}

type ClaimAsk = { indexId: IndexId; newNumber: number; node: string | null; now: Date; until: Date }

/** Claims the mirror whose current commit waits longest. `newNumber` is for a mirror that has none yet. */
export async function claimToIndex(db: Db, ask: ClaimAsk): Promise<IndexClaim | null> {
  const { indexId, newNumber, node, now, until } = ask
  const { rows } = await sql<IndexClaim>`
    update mirrors m set index_id = ${indexId}, index_until = ${until}, index_number = coalesce(m.index_number, ${newNumber})
    from (
      select d.id, d.index_id is not null or d.index_failures > 0 or d.indexed_commit is null as unfinished from mirrors d
      where ${isToIndex(node, now)} order by d.last_sync_at limit 1 for update skip locked
    ) due
    where m.id = due.id
    returning m.id as "mirrorId", m.index_number as number, m.head as commit, m.file_count as "fileCount",
      due.unfinished as "isUnfinished"
  `.execute(db)
  return rows[0] ?? null
}

/** Returns false when another process has claimed it meanwhile. */
export async function keepIndexClaim(db: Db, { mirrorId, indexId }: IndexHolder, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mirrors set index_until = ${until} where id = ${mirrorId} and index_id = ${indexId}
  `.execute(db)
  return numAffectedRows === 1n
}

const RELEASED = sql`index_id = null, index_until = null`

/** Returns false when another process has claimed it meanwhile: that one records its own commit. */
export async function putIndexed(db: Db, { mirrorId, indexId }: IndexHolder, commit: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mirrors set ${RELEASED}, indexed_commit = ${commit}, index_at = null, index_failures = 0
    where id = ${mirrorId} and index_id = ${indexId}
  `.execute(db)
  return numAffectedRows === 1n
}

/** The next build starts from nothing. Returns the number of failures in a row. */
export async function failIndex(db: Db, { mirrorId, indexId }: IndexHolder): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update mirrors set ${RELEASED}, index_failures = least(index_failures + 1, 100)
    where id = ${mirrorId} and index_id = ${indexId} returning index_failures as failures
  `.execute(db)
  return rows[0]?.failures ?? 0
}

export async function postponeIndex(db: Db, mirrorId: MirrorId, until: Date): Promise<void> {
  await sql`update mirrors set index_at = ${until} where id = ${mirrorId}`.execute(db)
}

/** The indexes of these mirrors; mirrors without a complete one are missing. */
export async function findIndexed(
  db: Db,
  ids: readonly string[],
): Promise<{ mirrorId: string; number: number; commit: string }[]> {
  const { rows } = await sql<{ mirrorId: string; number: number; commit: string }>`
    select m.id as "mirrorId", m.index_number as number, m.indexed_commit as commit from mirrors m
    where m.id = any(${ids}::uuid[]) and m.indexed_commit is not null
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
