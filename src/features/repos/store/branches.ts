import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId, RepoBranch, RepoId, SyncError } from '../repo.ts'

/** In the order of their names. */
export async function listBranches(db: Db, userId: UserId, repoId: RepoId): Promise<RepoBranch[]> {
  const { rows } = await sql<RepoBranch>`
    select b.name, b.head, b.error from repo_branches b
    where b.user_id = ${userId} and b.repo_id = ${repoId} order by b.name collate "C"
  `.execute(db)
  return rows
}

export async function countBranches(db: Db, userId: UserId, repoId: RepoId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from repo_branches b where b.user_id = ${userId} and b.repo_id = ${repoId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Keeps the repository from being removed before the transaction ends; false when it is gone. */
export async function lockRepo(trx: Db, userId: UserId, repoId: RepoId): Promise<boolean> {
  const { rows } = await sql`
    select from repos r where r.user_id = ${userId} and r.id = ${repoId} for share
  `.execute(trx)
  return rows.length > 0
}

type NewBranch = { repoId: RepoId; mirrorId: MirrorId; name: string; now: Date }

/** A branch that is followed already stays as it is. */
export async function insertBranch(db: Db, userId: UserId, { repoId, mirrorId, name, now }: NewBranch): Promise<void> {
  await sql`
    insert into repo_branches (user_id, repo_id, name, mirror_id, created_at)
    values (${userId}, ${repoId}, ${name}, ${mirrorId}, ${now})
    on conflict (user_id, repo_id, name) do nothing
  `.execute(db)
}

export async function deleteBranch(db: Db, userId: UserId, repoId: RepoId, name: string): Promise<void> {
  await sql`
    delete from repo_branches where user_id = ${userId} and repo_id = ${repoId} and name = ${name}
  `.execute(db)
}

export async function deleteBranches(db: Db, userId: UserId, repoId: RepoId): Promise<void> {
  await sql`delete from repo_branches where user_id = ${userId} and repo_id = ${repoId}`.execute(db)
}

/** More than are fetched, so that the others can be told. */
const MAX_LISTED = 500

/** The branches that users of the mirror follow, those that were added first at the front. */
export async function listFollowed(db: Db, mirrorId: MirrorId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`/* worker */
    select b.name from repo_branches b where b.mirror_id = ${mirrorId}
    group by b.name order by min(b.created_at), b.name collate "C" limit ${MAX_LISTED}
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** What a sync found of a branch, for everyone who follows it. After a failure they go on reading what they had. */
export async function putBranch(
  db: Db,
  mirrorId: MirrorId,
  name: string,
  found: { head: string } | { error: SyncError },
): Promise<void> {
  const state = 'head' in found ? sql`head = ${found.head}, error = null` : sql`error = ${found.error}`
  await sql`/* worker */ update repo_branches set ${state} where mirror_id = ${mirrorId} and name = ${name}`.execute(db)
}
