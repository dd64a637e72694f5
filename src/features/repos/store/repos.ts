import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { UsedPath } from '../noted-lines.ts'
import type { MirrorId, Repo, RepoId } from '../repo.ts'
import { findStates } from './mirrors.ts'

type Row = Pick<Repo, 'id' | 'name' | 'url' | 'askedBranch' | 'mirrorId' | 'head' | 'createdAt'>

const COLUMNS = sql`r.id, r.name, r.url, r.asked_branch as "askedBranch", r.mirror_id as "mirrorId", r.head,
  r.created_at as "createdAt"`

/** The user's rows with the state of their mirrors, which are not with the rows of the user. */
async function withStates(db: Db, rows: readonly Row[]): Promise<Repo[]> {
  const states = await findStates(
    db,
    rows.map(({ mirrorId }) => mirrorId),
  )
  // A mirror that is missing was deleted between the two statements, after this user removed the repository.
  return rows.flatMap((row) => {
    const state = states.get(row.mirrorId)
    return state ? [{ ...state, ...row }] : []
  })
}

export async function listRepos(db: Db, userId: UserId): Promise<Repo[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} order by r.name
  `.execute(db)
  return withStates(db, rows)
}

export async function findRepo(db: Db, userId: UserId, id: RepoId): Promise<Repo | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} and r.id = ${id}
  `.execute(db)
  return (await withStates(db, rows))[0] ?? null
}

export async function findByName(db: Db, userId: UserId, name: string): Promise<Repo | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from repos r where r.user_id = ${userId} and r.name = ${name}
  `.execute(db)
  return (await withStates(db, rows))[0] ?? null
}

export async function countRepos(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from repos r where r.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export type NewRepo = Pick<Repo, 'id' | 'name' | 'url' | 'askedBranch' | 'mirrorId' | 'head'>

/** False when the name is taken. */
export async function insertRepo(db: Db, userId: UserId, repo: NewRepo, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into repos (user_id, id, name, url, asked_branch, mirror_id, head, created_at)
    values (${userId}, ${repo.id}, ${repo.name}, ${repo.url}, ${repo.askedBranch}, ${repo.mirrorId}, ${repo.head}, ${now})
    on conflict (user_id, name) do nothing returning id
  `.execute(db)
  return rows.length > 0
}

export async function deleteRepo(db: Db, userId: UserId, id: RepoId): Promise<boolean> {
  const { rows } = await sql`delete from repos where user_id = ${userId} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

/** The commits that users of this mirror are at, other than this one. Null: users who never had a commit. */
export async function otherHeads(db: Db, mirrorId: MirrorId, commit: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ head: string | null }>`/* worker */
    select distinct r.head from repos r where r.mirror_id = ${mirrorId} and r.head is distinct from ${commit}
  `.execute(db)
  return rows.map(({ head }) => head)
}

/** Users who have at least so many of these mirrors. */
export async function usersOfMany(db: Db, mirrorIds: readonly MirrorId[], least: number): Promise<UserId[]> {
  if (mirrorIds.length < least) return []
  const { rows } = await sql<{ userId: UserId }>`/* worker */
    select r.user_id as "userId" from repos r where r.mirror_id = any(${mirrorIds}::uuid[])
    group by r.user_id having count(distinct r.mirror_id) >= ${least}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Mirrors that only these users have. */
export async function mirrorsOfOnly(db: Db, users: readonly UserId[]): Promise<MirrorId[]> {
  if (users.length === 0) return []
  const { rows: had } = await sql<{ id: MirrorId }>`/* worker */
    select distinct r.mirror_id as id from repos r where r.user_id = any(${users}::bigint[])
  `.execute(db)
  const { rows: shared } = await sql<{ id: MirrorId }>`/* worker */
    select distinct r.mirror_id as id from repos r
    where r.mirror_id = any(${had.map(({ id }) => id)}::uuid[]) and r.user_id <> all(${users}::bigint[])
  `.execute(db)
  const others = new Set(shared.map(({ id }) => id))
  return had.flatMap(({ id }) => (others.has(id) ? [] : [id]))
}

/** Which of these paths users of the mirror at this commit have notes on or copies from. */
export async function usedPaths(
  db: Db,
  mirrorId: MirrorId,
  head: string,
  paths: readonly string[],
): Promise<UsedPath[]> {
  if (paths.length === 0) return []
  const user = sql`r.user_id as "userId", r.id, r.name, r.url`
  const { rows: noted } = await sql<UsedPath>`/* worker */
    select distinct ${user}, n.repo_path as path from repos r
    join notes n on n.user_id = r.user_id and n.kind = 'repo' and n.repo_name = r.name
    join unnest(${paths}::text[]) as gone (path) on gone.path = n.repo_path
    where r.mirror_id = ${mirrorId} and r.head = ${head}
  `.execute(db)
  const { rows: copied } = await sql<UsedPath>`/* worker */
    select distinct ${user}, coalesce(o.renamed_to, o.repo_path) as path from repos r
    join file_origins o on o.user_id = r.user_id and o.repo_name = r.name and o.repo_url = r.url
    join unnest(${paths}::text[]) as gone (path) on gone.path = coalesce(o.renamed_to, o.repo_path)
    where r.mirror_id = ${mirrorId} and r.head = ${head}
  `.execute(db)
  return [...noted, ...copied]
}

/** Moves one user to a new commit; false when the user is at another one by now, or removed the repository. */
export async function moveHead(
  db: Db,
  { userId, id }: Pick<UsedPath, 'userId' | 'id'>,
  from: string,
  to: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update repos set head = ${to} where user_id = ${userId} and id = ${id} and head = ${from}
  `.execute(db)
  return numAffectedRows === 1n
}

/** Locks the repository of a user who is at this commit, so that no sync moves it before the transaction ends; false at another commit. */
export async function lockAtHead(trx: Db, userId: UserId, name: string, head: string): Promise<boolean> {
  const { rows } = await sql`
    select from repos r where r.user_id = ${userId} and r.name = ${name} and r.head = ${head} for share
  `.execute(trx)
  return rows.length === 1
}

/** Moves everyone who is at one commit of the mirror to a new one, except these users. */
export async function moveHeads(
  db: Db,
  mirrorId: MirrorId,
  { from, to, except }: { from: string | null; to: string; except: readonly UserId[] },
): Promise<RepoId[]> {
  const { rows } = await sql<{ id: RepoId }>`/* worker */
    update repos set head = ${to}
    where mirror_id = ${mirrorId} and head is not distinct from ${from} and not (user_id = any(${except}::bigint[]))
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of these mirrors somebody has. */
export async function mirrorsInUse(db: Db, ids: readonly MirrorId[]): Promise<Set<MirrorId>> {
  const { rows } = await sql<{ id: MirrorId }>`/* worker */
    select distinct r.mirror_id as id from repos r where r.mirror_id = any(${ids}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
