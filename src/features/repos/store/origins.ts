import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { rowsOfUser } from '#platform/db/rows-of-user.ts'
import type { ExactOrigin, Origin, OriginRow } from '../origin.ts'
import type { Rename } from '../repo.ts'

/** Each file has one origin; copying it again replaces it. */
export async function putOrigins(db: Db, userId: UserId, origins: readonly Origin[], now: Date): Promise<void> {
  if (origins.length === 0) return
  const column = <Key extends keyof Origin>(key: Key) => origins.map((origin) => origin[key])
  const rows = sql`unnest(
      ${column('fileId')}::uuid[], ${column('repoName')}::text[], ${column('repoUrl')}::text[],
      ${column('repoPath')}::text[], ${column('commit')}::text[], ${column('oid')}::text[], ${column('version')}::int[]
    ) as o (file_id, repo_name, repo_url, repo_path, commit, oid, version)`
  await sql`
    insert into file_origins (user_id, file_id, repo_name, repo_url, repo_path, renamed_to, commit, oid, version, taken_at)
    select owner.user_id, o.file_id, o.repo_name, o.repo_url, o.repo_path, null, o.commit, o.oid, o.version, ${now}
    ${rowsOfUser(userId, rows)}
    on conflict (user_id, file_id) do update set
      repo_name = excluded.repo_name, repo_url = excluded.repo_url, repo_path = excluded.repo_path, renamed_to = null,
      commit = excluded.commit, oid = excluded.oid, version = excluded.version, sent_oid = null,
      taken_at = excluded.taken_at
  `.execute(db)
}

/** The origins of these files as they are stored. */
export async function listOrigins(db: Db, userId: UserId, fileIds: readonly FileId[]): Promise<ExactOrigin[]> {
  const { rows } = await sql<ExactOrigin>`
    select o.file_id as "fileId", o.repo_name as "repoName", o.repo_url as "repoUrl", o.repo_path as "repoPath",
      o.renamed_to as "renamedTo", o.commit, o.oid, o.version, o.sent_oid as "sentOid", o.taken_at as "takenAt"
    from file_origins o where o.user_id = ${userId} and o.file_id = any(${fileIds}::uuid[])
  `.execute(db)
  return rows
}

/** Writes nothing when the file already has an origin. */
export async function insertOrigin(db: Db, userId: UserId, origin: ExactOrigin): Promise<void> {
  await db
    .insertInto('file_origins')
    .values({
      user_id: userId,
      file_id: origin.fileId,
      repo_name: origin.repoName,
      repo_url: origin.repoUrl,
      repo_path: origin.repoPath,
      renamed_to: origin.renamedTo,
      commit: origin.commit,
      oid: origin.oid,
      version: origin.version,
      sent_oid: origin.sentOid,
      taken_at: origin.takenAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doNothing())
    .execute()
}

/** The origin with the user's current commit in one statement: a sync moves both in one transaction. */
export async function findOrigin(db: Db, userId: UserId, fileId: FileId): Promise<OriginRow | null> {
  const { rows } = await sql<OriginRow>`
    select o.file_id as "fileId", o.repo_name as "repoName", o.repo_url as "repoUrl", o.repo_path as "repoPath",
      o.renamed_to as "renamedTo", o.commit, o.oid, o.version,
      o.sent_oid as "sentOid", r.id is not null as "isMirrored", r.head
    from file_origins o
    left join repos r on r.user_id = ${userId} and r.name = o.repo_name and r.url = o.repo_url
    where o.user_id = ${userId} and o.file_id = ${fileId}
  `.execute(db)
  return rows[0] ?? null
}

/** The files that were copied from these paths, by current path. */
export async function takenFrom(db: Db, userId: UserId, repoName: string, url: string, paths: readonly string[]) {
  const { rows } = await sql<{ path: string; fileId: FileId; oid: string; version: number | null }>`
    select coalesce(o.renamed_to, o.repo_path) as path, o.file_id as "fileId", o.oid, o.version from file_origins o
    where o.user_id = ${userId} and o.repo_name = ${repoName} and o.repo_url = ${url}
      and coalesce(o.renamed_to, o.repo_path) = any(${paths}::text[])
  `.execute(db)
  return rows
}

/** Records the new paths that a sync found. */
export async function moveOrigins(db: Db, userId: UserId, repoName: string, url: string, renames: readonly Rename[]) {
  if (renames.length === 0) return
  await sql`
    update file_origins o set renamed_to = nullif(m.path_to, o.repo_path)
    from unnest(${renames.map(({ from }) => from)}::text[], ${renames.map(({ to }) => to)}::text[]) as m (path_from, path_to)
    where o.user_id = ${userId} and o.repo_name = ${repoName} and o.repo_url = ${url}
      and coalesce(o.renamed_to, o.repo_path) = m.path_from
  `.execute(db)
}

type Settled = Pick<Origin, 'repoPath' | 'commit' | 'oid' | 'version'>

/** Sets the base for further comparisons, unless another request changed it meanwhile. */
export async function settleOrigin(
  db: Db,
  userId: UserId,
  { fileId, oid }: Origin,
  to: Settled,
  now: Date,
): Promise<void> {
  await sql`
    update file_origins set repo_path = ${to.repoPath}, renamed_to = null, commit = ${to.commit}, oid = ${to.oid},
      version = ${to.version}, sent_oid = null, taken_at = ${now}
    where user_id = ${userId} and file_id = ${fileId} and oid = ${oid}
  `.execute(db)
}

export async function noteSent(db: Db, userId: UserId, fileId: FileId, sentOid: string): Promise<void> {
  await sql`
    update file_origins set sent_oid = ${sentOid} where user_id = ${userId} and file_id = ${fileId}
  `.execute(db)
}
