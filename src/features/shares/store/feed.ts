import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FeedShare } from '../feed.ts'
import type { ShareId } from '../share.ts'

/** Null while the feed is off. */
export async function findFeed(db: Db, userId: UserId): Promise<{ key: string; createdAt: Date } | null> {
  const { rows } = await sql<{ key: string; createdAt: Date }>`
    select f.key, f.created_at as "createdAt" from share_feeds f where f.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

export async function findFeedOwner(db: Db, key: string): Promise<UserId | null> {
  const { rows } = await sql<{ userId: UserId }>`
    select k.user_id as "userId" from share_feed_keys k where k.key = ${key}
  `.execute(db)
  return rows[0]?.userId ?? null
}

/** Does nothing when the feed is on already. */
export async function insertFeed(db: Db, userId: UserId, key: string, now: Date): Promise<void> {
  const { rows } = await sql`
    insert into share_feeds (user_id, key, created_at) values (${userId}, ${key}, ${now})
    on conflict (user_id) do nothing returning key
  `.execute(db)
  if (rows.length > 0) await sql`insert into share_feed_keys (key, user_id) values (${key}, ${userId})`.execute(db)
}

export async function deleteFeed(db: Db, userId: UserId): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    delete from share_feeds where user_id = ${userId} returning key
  `.execute(db)
  for (const { key } of rows) await sql`delete from share_feed_keys where key = ${key}`.execute(db)
}

/** False when there is no such public link. A link that is in the feed keeps its time. */
export async function setInFeed(db: Db, userId: UserId, id: ShareId, feedAt: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update shares set feed_at = case when ${feedAt}::timestamptz is null then null else coalesce(feed_at, ${feedAt}) end
    where user_id = ${userId} and id = ${id} and kind = 'public' returning id
  `.execute(db)
  return rows.length > 0
}

/** The links in the feed that can be opened now, newest first. */
export async function listFeed(db: Db, userId: UserId, now: Date, limit: number): Promise<FeedShare[]> {
  const { rows } = await sql<FeedShare>`
    select s.key, s.created_at as "createdAt", s.feed_at as "feedAt", named.files from shares s, lateral (
      select json_agg(json_build_object('name', split_part(f.file_name, '/', -1), 'language', f.language) order by sf.place) as files
      from share_files sf join files f on f.user_id = ${userId} and f.id = sf.file_id
      where sf.user_id = ${userId} and sf.share_id = s.id and f.deleted_at is null
    ) named
    where s.user_id = ${userId} and s.kind = 'public' and s.feed_at is not null
      and (s.expires_at is null or s.expires_at > ${now}) and named.files is not null
    order by s.feed_at desc, s.id desc limit ${limit}
  `.execute(db)
  return rows
}
