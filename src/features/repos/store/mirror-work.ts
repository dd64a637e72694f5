import { sql } from 'kysely'
import type { Id } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'

/** What is made of the current commit of a mirror after each sync: its code index, or the names of its symbols. */
export type MirrorWork = 'index' | 'symbols'
export type ClaimId = Id<'mirror-work'>
export type WorkHolder = { work: MirrorWork; mirrorId: MirrorId; claimId: ClaimId }

/** `commit` was completely done; `at` is when the next try is due. */
const COLUMNS = {
  index: { commit: 'indexed_commit', id: 'index_id', until: 'index_until', at: 'index_at', failures: 'index_failures' },
  symbols: {
    commit: 'symbols_commit',
    id: 'symbols_id',
    until: 'symbols_until',
    at: 'symbols_at',
    failures: 'symbols_failures',
  },
} as const

const columnsOf = (work: MirrorWork) => {
  const { commit, id, until, at, failures } = COLUMNS[work]
  return {
    commit: sql.ref(commit),
    id: sql.ref(id),
    until: sql.ref(until),
    at: sql.ref(at),
    failures: sql.ref(failures),
  }
}

/** A condition on mirrors `d`. */
export function isDue(work: MirrorWork, node: string | null, now: Date) {
  const { commit, until, at } = columnsOf(work)
  return sql`
    d.head is distinct from d.${commit} and d.head is not null
    and (d.${until} is null or d.${until} < ${now}) and (d.${at} is null or d.${at} <= ${now})
    ${node === null ? sql`` : sql`and d.node = ${node}`}`
}

export async function anyDue(db: Db, work: MirrorWork, node: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql`select from mirrors d where ${isDue(work, node, now)} limit 1`.execute(db)
  return rows.length > 0
}

/** Mirrors that are being worked on, by any process. */
export async function listClaimed(db: Db, work: MirrorWork, now: Date): Promise<MirrorId[]> {
  const { until } = columnsOf(work)
  const { rows } = await sql<{ id: MirrorId }>`select d.id from mirrors d where d.${until} >= ${now}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns false when another process has claimed it meanwhile. */
export async function keepClaim(db: Db, { work, mirrorId, claimId }: WorkHolder, until: Date): Promise<boolean> {
  const column = columnsOf(work)
  const { numAffectedRows } = await sql`
    update mirrors set ${column.until} = ${until} where id = ${mirrorId} and ${column.id} = ${claimId}
  `.execute(db)
  return numAffectedRows === 1n
}

const released = ({ id, until }: ReturnType<typeof columnsOf>) => sql`${id} = null, ${until} = null`

/** Returns false when another process has claimed it meanwhile: that one records its own commit. */
export async function putDone(db: Db, { work, mirrorId, claimId }: WorkHolder, commit: string): Promise<boolean> {
  const column = columnsOf(work)
  const { numAffectedRows } = await sql`
    update mirrors set ${released(column)}, ${column.commit} = ${commit}, ${column.at} = null, ${column.failures} = 0
    where id = ${mirrorId} and ${column.id} = ${claimId}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Returns the number of failures in a row. */
export async function failWork(db: Db, { work, mirrorId, claimId }: WorkHolder): Promise<number> {
  const column = columnsOf(work)
  const { rows } = await sql<{ failures: number }>`
    update mirrors set ${released(column)}, ${column.failures} = least(${column.failures} + 1, 100)
    where id = ${mirrorId} and ${column.id} = ${claimId} returning ${column.failures} as failures
  `.execute(db)
  return rows[0]?.failures ?? 0
}

/** Ends the claim without a result. */
export async function letGo(db: Db, { work, mirrorId, claimId }: WorkHolder, nextAt: Date): Promise<void> {
  const column = columnsOf(work)
  await sql`
    update mirrors set ${released(column)}, ${column.at} = ${nextAt} where id = ${mirrorId} and ${column.id} = ${claimId}
  `.execute(db)
}

export async function postpone(db: Db, { work, mirrorId }: WorkHolder, until: Date): Promise<void> {
  await sql`update mirrors set ${columnsOf(work).at} = ${until} where id = ${mirrorId}`.execute(db)
}
