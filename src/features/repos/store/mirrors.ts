import { type RawBuilder, sql } from 'kysely'
import type { Backlog } from '#platform/db/backlog.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId, MirrorState, Stage, SyncError, SyncId } from '../repo.ts'
import { listDeadNodes } from './git-nodes.ts'

const COLUMNS = sql`m.id as "mirrorId", m.node, m.branch, m.file_count as "fileCount", m.size_bytes::float8 as "sizeBytes",
  m.last_sync_at as "lastSyncAt", m.next_sync_at as "nextSyncAt", m.sync_until as "syncUntil", m.stage, m.percent,
  m.error, m.failures`

export async function findStates(db: Db, ids: readonly MirrorId[]): Promise<Map<MirrorId, MirrorState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MirrorState>`
    select ${COLUMNS} from mirrors m where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.mirrorId, row]))
}

export type WantedMirror = { newId: MirrorId; url: string; askedBranch: string | null; now: Date }

/** Whoever adds a repository expects its newest commit, but not from a mirror that was synced this recently. */
const FRESH_SECONDS = 60

/**
 * The mirror of this repository and branch: the existing one, which may be synced already, or a new one. Without a commit to read
 * while its last sync failed: the repository may no longer be public, and only those who had it go on reading it.
 */
export async function joinMirror(
  db: Db,
  { newId, url, askedBranch, now }: WantedMirror,
): Promise<{ id: MirrorId; head: string | null }> {
  const { rows } = await sql<{ id: MirrorId; head: string | null }>`
    insert into mirrors as m (id, url, asked_branch, wanted_at, next_sync_at)
    values (${newId}, ${url}, ${askedBranch ?? ''}, ${now}, ${now})
    on conflict (url, asked_branch) do update set
      wanted_at = excluded.wanted_at,
      next_sync_at = case when m.last_sync_at > ${new Date(now.getTime() - FRESH_SECONDS * 1000)} then m.next_sync_at
        else least(m.next_sync_at, excluded.next_sync_at) end
    returning m.id, case when m.error is null then m.head end as head
  `.execute(db)
  const [mirror] = rows
  if (!mirror) throw new Error('no mirror was inserted or found')
  return mirror
}

/** A running sync may have started too early to see the change, so `asked_at` makes it run once more. */
export async function askForSync(db: Db, id: MirrorId, now: Date): Promise<void> {
  await sql`
    update mirrors set next_sync_at = least(next_sync_at, ${now}), asked_at = ${now} where id = ${id}
  `.execute(db)
}

/** A page could not read the mirror at its node. After a failed sync it waits for its turn. */
export async function askForRepair(db: Db, id: MirrorId, now: Date): Promise<void> {
  await sql`
    update mirrors set next_sync_at = least(next_sync_at, ${now}) where id = ${id} and node is not null and error is null
  `.execute(db)
}

/** The process that syncs. */
export type Syncer = {
  /** The git node; null for a worker of an installation whose processes share one disk. */
  node: string | null
  /** Whether it may replace dead nodes. */
  mayTakeOver: boolean
}

/**
 * Mirrors that this process syncs now: first those of dead nodes, due or not, because nobody can read them before they are fetched
 * again; then those that are due, but not those of other git nodes.
 */
async function dueFor(db: Db, { node, mayTakeOver }: Syncer, now: Date): Promise<RawBuilder<unknown>[]> {
  const isFree = sql`(d.sync_until is null or d.sync_until < ${now})`
  const isDue = sql`${isFree} and d.next_sync_at <= ${now}`
  if (node === null) return [isDue]
  const own = sql`${isDue} and (d.node is null or d.node = ${node})`
  const dead = mayTakeOver ? (await listDeadNodes(db)).filter((url) => url !== node) : []
  if (dead.length === 0) return [own]
  // After a failure it waits for its turn, as everywhere.
  return [sql`${isFree} and d.node = any(${dead}::text[]) and (d.error is null or d.next_sync_at <= ${now})`, own]
}

export async function anyDue(db: Db, syncer: Syncer, now: Date): Promise<boolean> {
  for (const condition of await dueFor(db, syncer, now)) {
    const { rows } = await sql`select from mirrors d where ${condition} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

export async function syncsBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as due, min(m.next_sync_at) as oldest from mirrors m
    where m.next_sync_at <= ${now} and (m.sync_until is null or m.sync_until < ${now})
  `.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

export type Claimed = MirrorState & { url: string; askedBranch: string | null }

/** Mirrors that are being synced, by any process. */
export async function listSyncing(db: Db, now: Date): Promise<MirrorId[]> {
  const { rows } = await sql<{ id: MirrorId }>`select m.id from mirrors m where m.sync_until >= ${now}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Claims the mirror that is due longest, of those that are not `held`. Rows that another worker is claiming are skipped. */
export async function claimDue(
  db: Db,
  { syncId, held, ...syncer }: Syncer & { syncId: SyncId; held: readonly MirrorId[] },
  now: Date,
  until: Date,
): Promise<Claimed | null> {
  for (const condition of await dueFor(db, syncer, now)) {
    const { rows } = await sql<Claimed>`
      with due as materialized (
        select d.id from mirrors d where ${condition} and d.id <> all(${held}::uuid[])
        order by d.next_sync_at limit 1 for update skip locked
      )
      update mirrors m set sync_id = ${syncId}, sync_until = ${until}, stage = 'connecting', percent = null
      from due where m.id = due.id
      returning m.url, nullif(m.asked_branch, '') as "askedBranch", ${COLUMNS}
    `.execute(db)
    if (rows[0]) return rows[0]
  }
  return null
}

export type Holder = { mirrorId: MirrorId; syncId: SyncId }

/** Returns false when another worker has claimed it meanwhile. */
export async function keepClaim(
  db: Db,
  { mirrorId, syncId }: Holder,
  { until, stage, percent }: { until: Date; stage: Stage; percent: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mirrors set sync_until = ${until}, stage = ${stage}, percent = ${percent}
    where id = ${mirrorId} and sync_id = ${syncId}
  `.execute(db)
  return numAffectedRows === 1n
}

/** False when another worker has claimed it meanwhile. While the transaction lasts, nobody else can. */
export async function lockClaim(trx: Db, { mirrorId, syncId }: Holder): Promise<boolean> {
  const { rows } = await sql`
    select from mirrors m where m.id = ${mirrorId} and m.sync_id = ${syncId} for update
  `.execute(trx)
  return rows.length > 0
}

export type Synced = {
  branch: string
  head: string
  fileCount: number
  sizeBytes: number
  now: Date
  /** The node that has fetched it. Not before: until then the one before may come back with its copy. */
  node: string | null
}

/** Makes the commit current and keeps the claim. Returns false when another worker has claimed it meanwhile. */
export async function putSynced(db: Db, { mirrorId, syncId }: Holder, done: Synced): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mirrors set branch = ${done.branch}, head = ${done.head}, file_count = ${done.fileCount},
      size_bytes = ${done.sizeBytes}, last_sync_at = ${done.now}, node = ${done.node}
    where id = ${mirrorId} and sync_id = ${syncId}
  `.execute(db)
  return numAffectedRows === 1n
}

const RELEASED = sql`sync_id = null, sync_until = null, stage = null, percent = null`

/** Ends a successful sync. */
export async function endSync(
  db: Db,
  { mirrorId, syncId }: Holder,
  { startedAt, now, nextSyncAt }: { startedAt: Date; now: Date; nextSyncAt: Date },
): Promise<void> {
  await sql`
    update mirrors set ${RELEASED}, error = null, failures = 0,
      next_sync_at = case when asked_at > ${startedAt} then ${now}::timestamptz else ${nextSyncAt}::timestamptz end
    where id = ${mirrorId} and sync_id = ${syncId}
  `.execute(db)
}

/** Records a failure; the last synced copy stays readable. False when another worker has claimed it meanwhile. */
export async function failSync(
  db: Db,
  { mirrorId, syncId }: Holder,
  { error, nextSyncAt }: { error: SyncError; nextSyncAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mirrors set ${RELEASED}, error = ${error}, failures = least(failures + 1, 100), next_sync_at = ${nextSyncAt}
    where id = ${mirrorId} and sync_id = ${syncId}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Releases the claim without a result; the mirror stays due. */
export async function letGo(db: Db, { mirrorId, syncId }: Holder): Promise<void> {
  await sql`update mirrors set ${RELEASED} where id = ${mirrorId} and sync_id = ${syncId}`.execute(db)
}

/** Somebody removed the repository: perhaps nobody has the mirror now. */
export async function markLeft(db: Db, id: MirrorId, now: Date): Promise<void> {
  await sql`update mirrors set left_at = ${now} where id = ${id}`.execute(db)
}

export async function anyLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`select from mirrors m where m.left_at is not null limit 1`.execute(db)
  return rows.length > 0
}

export type MirrorUse = { id: MirrorId; wantedAt: Date; leftAt: Date | null }

/** Mirrors that somebody removed, or all, in pages ordered by id. */
export async function listUses(
  db: Db,
  which: 'left' | 'all',
  after: MirrorId | null,
  limit: number,
): Promise<MirrorUse[]> {
  const { rows } = await sql<MirrorUse>`
    select m.id, m.wanted_at as "wantedAt", m.left_at as "leftAt" from mirrors m
    where (${after}::uuid is null or m.id > ${after}) ${which === 'left' ? sql`and m.left_at is not null` : sql``}
    order by m.id limit ${limit}
  `.execute(db)
  return rows
}

/** Somebody still has the mirror; a removal after the look counts again. */
export async function clearLeft(db: Db, { id, leftAt }: MirrorUse): Promise<void> {
  await sql`update mirrors set left_at = null where id = ${id} and left_at = ${leftAt}`.execute(db)
}

/** Deletes a mirror that nobody has, unless somebody added it meanwhile. */
export async function deleteUnwanted(db: Db, { id, wantedAt }: MirrorUse): Promise<boolean> {
  const { rows } = await sql`
    delete from mirrors where id = ${id} and wanted_at = ${wantedAt} returning id
  `.execute(db)
  return rows.length > 0
}

/** Ids of the mirrors that a git node holds. */
export async function listHeld(db: Db, node: string): Promise<MirrorId[]> {
  const { rows } = await sql<{ id: MirrorId }>`select m.id from mirrors m where m.node = ${node}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The node of each of these mirrors; mirrors that do not exist are missing. */
export async function findNodes(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; node: string | null }>`
    select m.id, m.node from mirrors m where m.id = any(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, node }) => [id, node]))
}
