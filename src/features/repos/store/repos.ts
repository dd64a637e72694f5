import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Backlog } from '#platform/db/backlog.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Repo, RepoId, Stage, SyncError, SyncId } from '../repo.ts'

const COLUMNS = sql`r.id, r.name, r.url, r.asked_branch as "askedBranch", r.branch, r.head, r.generation,
  r.file_count as "fileCount", r.size_bytes::float8 as "sizeBytes", r.created_at as "createdAt",
  r.last_sync_at as "lastSyncAt", r.next_sync_at as "nextSyncAt", r.sync_until as "syncUntil", r.stage, r.percent,
  r.error, r.failures`

export async function listRepos(db: Db, userId: UserId): Promise<Repo[]> {
  const { rows } = await sql<Repo>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} order by r.name
  `.execute(db)
  return rows
}

export async function findRepo(db: Db, userId: UserId, id: RepoId): Promise<Repo | null> {
  const { rows } = await sql<Repo>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} and r.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export async function findByName(db: Db, userId: UserId, name: string): Promise<Repo | null> {
  const { rows } = await sql<Repo>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} and r.name = ${name}
  `.execute(db)
  return rows[0] ?? null
}

export async function countRepos(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from repos r where r.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export type NewRepo = Pick<Repo, 'id' | 'name' | 'url' | 'askedBranch'>

/** False when the name is taken. */
export async function insertRepo(db: Db, userId: UserId, repo: NewRepo, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into repos (user_id, id, name, url, asked_branch, created_at, next_sync_at)
    values (${userId}, ${repo.id}, ${repo.name}, ${repo.url}, ${repo.askedBranch}, ${now}, ${now})
    on conflict (user_id, name) do nothing returning id
  `.execute(db)
  return rows.length > 0
}

export async function deleteRepo(db: Db, userId: UserId, id: RepoId): Promise<boolean> {
  const { rows } = await sql`delete from repos where user_id = ${userId} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

/** A running sync may have started too early to see the change, so `asked_at` makes it run once more. */
export async function askForSync(db: Db, userId: UserId, id: RepoId, now: Date): Promise<void> {
  await sql`
    update repos set next_sync_at = ${now}, asked_at = ${now} where user_id = ${userId} and id = ${id}
  `.execute(db)
}

export type Claimed = Repo & { userId: UserId }

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`/* worker */
    select from repos r where r.next_sync_at <= ${now} and (r.sync_until is null or r.sync_until < ${now}) limit 1
  `.execute(db)
  return rows.length > 0
}

export async function syncsBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`/* worker */
    select count(*)::int as due, min(r.next_sync_at) as oldest from repos r
    where r.next_sync_at <= ${now} and (r.sync_until is null or r.sync_until < ${now})
  `.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

/** On Citus, how many of the due repositories are tried when other workers claim at the same time. */
const CANDIDATES = 16

/** Claims the repository that is due longest. Rows that another worker is claiming are skipped. */
export async function claimDue(db: Db, syncId: SyncId, now: Date, until: Date): Promise<Claimed | null> {
  const isDue = sql`d.next_sync_at <= ${now} and (d.sync_until is null or d.sync_until < ${now})`
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select d.user_id as "userId" from repos d where ${isDue} order by d.next_sync_at limit ${sql.lit(CANDIDATES)}
  `
  for (const shard of await shardsOf(db, findUsers)) {
    const { rows } = await sql<Claimed>`/* worker */
      update repos r set sync_id = ${syncId}, sync_until = ${until}, stage = 'connecting', percent = null
      from (
        select d.user_id, d.id from repos d where ${isDue} ${onShard(shard, 'd.user_id')}
        order by d.next_sync_at limit 1 for update skip locked
      ) due
      where r.user_id = due.user_id and r.id = due.id ${onShard(shard, 'r.user_id')}
      returning r.user_id as "userId", ${COLUMNS}
    `.execute(db)
    if (rows[0]) return rows[0]
  }
  return null
}

type Holder = { userId: UserId; id: RepoId; syncId: SyncId }

/** Returns false when another worker has claimed it meanwhile. */
export async function keepClaim(
  db: Db,
  { userId, id, syncId }: Holder,
  { until, stage, percent }: { until: Date; stage: Stage; percent: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update repos set sync_until = ${until}, stage = ${stage}, percent = ${percent}
    where user_id = ${userId} and id = ${id} and sync_id = ${syncId}
  `.execute(db)
  return numAffectedRows === 1n
}

export type Synced = {
  branch: string
  head: string
  generation: number
  fileCount: number
  sizeBytes: number
  startedAt: Date
  now: Date
  nextSyncAt: Date
}

/** Returns false and writes nothing when another worker has claimed it meanwhile. */
export async function endSync(db: Db, { userId, id, syncId }: Holder, done: Synced): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update repos set
      branch = ${done.branch}, head = ${done.head}, generation = ${done.generation}, file_count = ${done.fileCount},
      size_bytes = ${done.sizeBytes}, last_sync_at = ${done.now}, sync_id = null, sync_until = null, stage = null,
      percent = null, error = null, failures = 0,
      next_sync_at = case when asked_at > ${done.startedAt} then ${done.now}::timestamptz else ${done.nextSyncAt}::timestamptz end
    where user_id = ${userId} and id = ${id} and sync_id = ${syncId}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Records a failure; the last synced copy stays readable. */
export async function failSync(
  db: Db,
  { userId, id, syncId }: Holder,
  { error, nextSyncAt }: { error: SyncError; nextSyncAt: Date },
): Promise<void> {
  await sql`
    update repos set error = ${error}, failures = least(failures + 1, 100), next_sync_at = ${nextSyncAt}, sync_id = null,
      sync_until = null, stage = null, percent = null
    where user_id = ${userId} and id = ${id} and sync_id = ${syncId}
  `.execute(db)
}

/** Releases the claim without a result; the repository stays due. */
export async function letGo(db: Db, { userId, id, syncId }: Holder): Promise<void> {
  await sql`
    update repos set sync_id = null, sync_until = null, stage = null, percent = null
    where user_id = ${userId} and id = ${id} and sync_id = ${syncId}
  `.execute(db)
}

/** Which of these ids still exist, for any user. */
export async function knownIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`/* worker */
    select r.id from repos r where r.id = any(${ids}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
