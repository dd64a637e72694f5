import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { rowsOfUser } from '#platform/db/rows-of-user.ts'
import type { Change, Commit, Difference, History, NewVersion } from './history.ts'

export async function findHistory(db: Db, userId: UserId): Promise<History | null> {
  const { rows } = await sql<History>`
    select h.generation, h.seq from git_histories h where h.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the history until the transaction ends: two that append at once would give out the same numbers. */
export async function lockHistory(trx: Db, userId: UserId): Promise<History> {
  await trx
    .insertInto('git_histories')
    .values({ user_id: userId, generation: 1, seq: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const { rows } = await sql<History>`
    select h.generation, h.seq from git_histories h where h.user_id = ${userId} for update
  `.execute(trx)
  const [history] = rows
  if (!history) throw new Error('The history is missing')
  return history
}

export async function setHistory(trx: Db, userId: UserId, history: History): Promise<void> {
  await trx.updateTable('git_histories').set(history).where('user_id', '=', userId).execute()
}

/** Whether a file was purged since its commits were written. */
export async function hasPurgedFiles(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ isPurged: boolean }>`
    select coalesce((select sum(c.changes) from git_commits c where c.user_id = ${userId}), 0)
      <> (select count(*) from git_changes g where g.user_id = ${userId}) as "isPurged"
  `.execute(db)
  return rows[0]?.isPurged ?? false
}

/** Deletes the commits of which no change is left, and counts the others again. */
export async function dropPurgedCommits(trx: Db, userId: UserId): Promise<void> {
  await sql`
    delete from git_commits c where c.user_id = ${userId} and c.changes > 0
    and not exists (select from git_changes g where g.user_id = ${userId} and g.seq = c.seq)
  `.execute(trx)
  await sql`
    update git_commits c set changes = (select count(*) from git_changes g where g.user_id = ${userId} and g.seq = c.seq)
    where c.user_id = ${userId}
  `.execute(trx)
}

/**
 * Names that git forbids, because they lead to its own folder on some system: `.git` in any case and with the characters that
 * macOS and Windows ignore. Such a file is not in the repository, nor is one whose path is also a folder.
 */
const isCarried = (userId: UserId) => sql`(
  regexp_replace(f.file_name, '[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]', '', 'g') !~* '(^|/)(\\.git|git~1)[ .]*(:[^/]*)?(/|$)'
  and not exists (select from file_counts c where c.user_id = ${userId} and c.kind = 'folder' and c.name = f.file_name and c.n > 0))`

/** The files whose name, version or place in the trash is not what the newest commit says. */
export async function listDifferences(db: Db, userId: UserId, limit: number | null): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select f.id as "fileId", f.file_name as path, f.version, f.updated_at as "updatedAt", f.deleted_at as "deletedAt",
      (f.deleted_at is null and ${isCarried(userId)}) as "isShown", g.version as "loggedVersion", g.path as "loggedPath",
      coalesce(g.is_executable, false) as "isExecutable"
    from files f left join (
      select distinct on (c.file_id) c.file_id, c.version, c.path, c.is_executable from git_changes c
      where c.user_id = ${userId} order by c.file_id, c.seq desc
    ) g on g.file_id = f.id
    where f.user_id = ${userId} and (
      g.path is distinct from (case when f.deleted_at is null and ${isCarried(userId)} then f.file_name end)
      or (g.path is not null and g.version <> f.version)
    ) limit ${limit}
  `.execute(db)
  return rows
}

/** The versions of these files after the given ones, in the order in which they were saved. */
export async function listVersionsAfter(
  db: Db,
  userId: UserId,
  files: readonly { fileId: FileId; after: number }[],
  limit: number,
): Promise<NewVersion[]> {
  const [ids, afters] = [files.map(({ fileId }) => fileId), files.map(({ after }) => after)]
  const { rows } = await sql<NewVersion>`
    select v.file_id as "fileId", v.version, v.created_at as "createdAt" from file_versions v
    join unnest(${ids}::uuid[], ${afters}::int[]) as known (file_id, after) on known.file_id = v.file_id
    where v.user_id = ${userId} and v.version > known.after
    order by v.created_at, v.file_id, v.version limit ${limit}
  `.execute(db)
  return rows
}

/** Appends commits after number `seq`. */
export async function insertCommits(trx: Db, userId: UserId, seq: number, commits: readonly Commit[]): Promise<void> {
  const numbers = commits.map((_commit, i) => seq + 1 + i)
  const [counts, texts] = [commits.map(({ changes }) => changes.length), commits.map(({ text }) => text)]
  await sql`
    insert into git_commits (user_id, seq, changes, text) select owner.user_id, added.seq, added.changes, added.text
    ${rowsOfUser(userId, sql`unnest(${numbers}::int[], ${counts}::int[], ${texts}::bytea[]) as added (seq, changes, text)`)}
  `.execute(trx)
  const changes = commits.flatMap((commit, i) => commit.changes.map((change) => ({ ...change, seq: seq + 1 + i })))
  const columns = sql.join([
    sql`${changes.map((change) => change.seq)}::int[]`,
    sql`${changes.map(({ fileId }) => fileId)}::uuid[]`,
    sql`${changes.map(({ version }) => version)}::int[]`,
    sql`${changes.map(({ path }) => path)}::text[]`,
    sql`${changes.map(({ isExecutable }) => isExecutable)}::boolean[]`,
  ])
  await sql`
    insert into git_changes (user_id, seq, file_id, version, path, is_executable)
    select owner.user_id, added.seq, added.file_id, added.version, added.path, added.is_executable
    ${rowsOfUser(userId, sql`unnest(${columns}) as added (seq, file_id, version, path, is_executable)`)}
  `.execute(trx)
}

export type LoggedText = { seq: number; text: Buffer }

/** The next commits after `after`, up to `until`. */
export async function listCommits(
  db: Db,
  userId: UserId,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<LoggedText[]> {
  const { rows } = await sql<LoggedText>`
    select c.seq, c.text from git_commits c where c.user_id = ${userId} and c.seq > ${after} and c.seq <= ${until}
    order by c.seq limit ${limit}
  `.execute(db)
  return rows
}

export type LoggedChange = Change & { seq: number; sha256: Buffer; sizeBytes: number }

/** The changes of the commits after `after`, up to `until`, with the hash of the text. */
export async function listChanges(db: Db, userId: UserId, after: number, until: number): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select c.seq, c.file_id as "fileId", c.version, c.path, c.is_executable as "isExecutable", v.sha256,
      v.size_bytes as "sizeBytes"
    from git_changes c join file_versions v on v.user_id = ${userId} and v.file_id = c.file_id and v.version = c.version
    where c.user_id = ${userId} and c.seq > ${after} and c.seq <= ${until} order by c.seq, c.file_id
  `.execute(db)
  return rows
}

export type LoggedTextHash = { fileId: FileId; version: number; sha256: Buffer; sizeBytes: number }

/** The texts of those commits, ordered by file and version, some files at a time. */
export async function listTexts(
  db: Db,
  userId: UserId,
  { after, until, afterFile, limit }: { after: number; until: number; afterFile: FileId | null; limit: number },
): Promise<LoggedTextHash[]> {
  const rest = afterFile === null ? sql`` : sql`and c.file_id > ${afterFile}`
  const { rows } = await sql<LoggedTextHash>`
    select distinct v.file_id as "fileId", v.version, v.sha256, v.size_bytes as "sizeBytes"
    from git_changes c join file_versions v on v.user_id = ${userId} and v.file_id = c.file_id and v.version = c.version
    where c.user_id = ${userId} and c.seq > ${after} and c.seq <= ${until} and c.path is not null and c.file_id in (
      select distinct c.file_id from git_changes c
      where c.user_id = ${userId} and c.seq > ${after} and c.seq <= ${until} and c.path is not null ${rest}
      order by c.file_id limit ${limit}
    )
    order by v.file_id, v.version
  `.execute(db)
  return rows
}

export type LoggedFile = { fileId: FileId; version: number; path: string | null; isExecutable: boolean }

/** Every file that the commits up to `seq` know. */
export async function listFilesAt(db: Db, userId: UserId, seq: number): Promise<LoggedFile[]> {
  const { rows } = await sql<LoggedFile>`
    select distinct on (c.file_id) c.file_id as "fileId", c.version, c.path, c.is_executable as "isExecutable"
    from git_changes c where c.user_id = ${userId} and c.seq <= ${seq} order by c.file_id, c.seq desc
  `.execute(db)
  return rows
}
