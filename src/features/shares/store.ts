import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Share, SharedVersion, ShareId } from './share.ts'

const SHARE = sql`s.id, s.kind, s.key, s.created_at as "createdAt", s.expires_at as "expiresAt", s.views`

export async function insertShare(
  db: Db,
  userId: UserId,
  share: Share,
  files: readonly SharedVersion[],
): Promise<void> {
  const { id, kind, key, createdAt, expiresAt } = share
  await db
    .insertInto('shares')
    .values({ user_id: userId, id, kind, key, created_at: createdAt, expires_at: expiresAt })
    .execute()
  await db
    .insertInto('share_files')
    .values(
      files.map(({ position, fileId, version, hiddenLines }) => ({
        user_id: userId,
        share_id: id,
        place: position,
        file_id: fileId,
        version,
        // The generated types declare every array as text[].
        hidden_lines: sql<string[]>`${hiddenLines}::int[]`,
      })),
    )
    .execute()
  await db.insertInto('share_keys').values({ key, user_id: userId, share_id: id }).execute()
}

export async function countShares(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from shares s where s.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The owner and id of the share with this key. */
export async function findKey(db: Db, key: string): Promise<{ userId: UserId; shareId: ShareId } | null> {
  const { rows } = await sql<{ userId: UserId; shareId: ShareId }>`
    select k.user_id as "userId", k.share_id as "shareId" from share_keys k where k.key = ${key}
  `.execute(db)
  return rows[0] ?? null
}

export async function findShare(db: Db, userId: UserId, id: ShareId): Promise<Share | null> {
  const { rows } = await sql<Share>`
    select ${SHARE} from shares s where s.user_id = ${userId} and s.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export async function filesOf(db: Db, userId: UserId, id: ShareId): Promise<SharedVersion[]> {
  const { rows } = await sql<SharedVersion>`
    select f.place as "position", f.file_id as "fileId", f.version, f.hidden_lines as "hiddenLines" from share_files f
    where f.user_id = ${userId} and f.share_id = ${id} order by f.place
  `.execute(db)
  return rows
}

export type NamedShare = Share & { files: { name: string; isLive: boolean }[] }

/** Newest first, with the names of their files; of one file, or all. */
export async function listShares(db: Db, userId: UserId, fileId: FileId | null, limit: number): Promise<NamedShare[]> {
  const { rows } = await sql<Share & { files: NamedShare['files'] | null }>`
    select ${SHARE}, (
      select json_agg(json_build_object('name', f.file_name, 'isLive', f.deleted_at is null) order by sf.place)
      from share_files sf join files f on f.user_id = ${userId} and f.id = sf.file_id
      where sf.user_id = ${userId} and sf.share_id = s.id
    ) as files
    from shares s
    where s.user_id = ${userId} and (${fileId}::uuid is null or exists (
      select from share_files o where o.user_id = ${userId} and o.share_id = s.id and o.file_id = ${fileId}
    ))
    order by s.created_at desc, s.id desc limit ${limit}
  `.execute(db)
  // All files of this share were purged; only its key is left.
  return rows.map((row) => ({ ...row, files: row.files ?? [] }))
}

export async function countView(db: Db, userId: UserId, id: ShareId, now: Date): Promise<void> {
  await sql`
    update shares set views = views + 1, last_viewed_at = ${now} where user_id = ${userId} and id = ${id}
  `.execute(db)
}

/** Null when the share belongs to another user or is gone. */
export async function deleteShare(db: Db, userId: UserId, id: ShareId): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    delete from shares where user_id = ${userId} and id = ${id} returning key
  `.execute(db)
  return rows[0]?.key ?? null
}

export async function deleteKeys(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from share_keys where key = any(${keys}::text[])`.execute(db)
}

/** Purges the shares of all users that expired before this moment, and returns their keys. */
export async function deleteEnded(db: Db, before: Date, limit: number): Promise<string[]> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select s.user_id as "userId" from shares s where s.expires_at < ${before} order by s.expires_at limit ${limit}
  `
  const keys: string[] = []
  for (const shard of await shardsOf(db, findUsers)) {
    const { rows } = await sql<{ key: string }>`/* worker */
      delete from shares d using (
        select s.user_id, s.id from shares s where s.expires_at < ${before} ${onShard(shard, 's.user_id')}
        order by s.expires_at limit ${limit - keys.length} for update skip locked
      ) ended where d.user_id = ended.user_id and d.id = ended.id ${onShard(shard, 'd.user_id')}
      returning d.key
    `.execute(db)
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}
