import { sql } from 'kysely'
import type { Cursor } from '#base/cursor.ts'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Announcement, AnnouncementId } from './announcement.ts'

const COLUMNS = sql`a.id, a.text, a.link, a.is_active as "isActive", a.created_at as "createdAt",
  a.activated_at as "activatedAt", a.ended_at as "endedAt"`

export async function findActive(db: Db): Promise<Announcement | null> {
  const { rows } = await sql<Announcement>`select ${COLUMNS} from announcements a where a.is_active`.execute(db)
  return rows[0] ?? null
}

/** The active announcement, unless this user dismissed it. */
export async function findActiveFor(db: Db, userId: UserId): Promise<Announcement | null> {
  const active = await findActive(db)
  if (active === null) return null
  // A statement of its own: announcements are on the coordinator, dismissals on the user's shard.
  const { rows } = await sql`
    select from announcement_dismissals d where d.user_id = ${userId} and d.announcement_id = ${active.id}
  `.execute(db)
  return rows.length === 0 ? active : null
}

/** The active one appears only at the top of the first page, whatever its age. */
export async function listAnnouncements(
  db: Db,
  before: Cursor<'announcement'> | null,
  limit: number,
): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select ${COLUMNS} from announcements a
    where ${before === null ? sql`true` : sql`not a.is_active and (a.created_at, a.id) < (${before.at}, ${before.id})`}
    order by a.is_active desc, a.created_at desc, a.id desc limit ${limit}
  `.execute(db)
  return rows
}

export async function exists(db: Db, id: AnnouncementId): Promise<boolean> {
  const { rows } = await sql`select from announcements a where a.id = ${id}`.execute(db)
  return rows.length > 0
}

export async function insertAnnouncement(
  db: Db,
  { id, text, link }: Pick<Announcement, 'id' | 'text' | 'link'>,
  now: Date,
): Promise<void> {
  await db.insertInto('announcements').values({ id, text, link, created_at: now }).execute()
}

/** Ends the active announcement. */
export async function endActive(db: Db, now: Date): Promise<void> {
  await sql`update announcements set is_active = false, ended_at = ${now} where is_active`.execute(db)
}

/** False when it does not exist. Raises a unique violation when another became active meanwhile: the index allows one. */
export async function setActive(db: Db, id: AnnouncementId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update announcements set is_active = true, activated_at = ${now}, ended_at = null where id = ${id} returning id
  `.execute(db)
  return rows.length === 1
}

/** False when it was not active. */
export async function end(db: Db, id: AnnouncementId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update announcements set is_active = false, ended_at = ${now} where id = ${id} and is_active returning id
  `.execute(db)
  return rows.length === 1
}

/** Idempotent. */
export async function dismiss(db: Db, userId: UserId, id: AnnouncementId, now: Date): Promise<void> {
  await db
    .insertInto('announcement_dismissals')
    .values({ user_id: userId, announcement_id: id, dismissed_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doNothing())
    .execute()
}
