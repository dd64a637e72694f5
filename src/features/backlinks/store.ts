import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** Users whose old texts have not been read for links. */
export async function listUnread(db: Db, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`/* worker */
    select u.user_id as "userId" from users u
    where not exists (select from link_backfills b where b.user_id = u.user_id) order by u.user_id limit ${limit}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Of a user who still has an account: a row would be left of one that is being erased. */
export async function markRead(db: Db, userId: UserId, now: Date): Promise<void> {
  await sql`
    insert into link_backfills (user_id, done_at) select u.user_id, ${now} from users u where u.user_id = ${userId}
    on conflict (user_id) do nothing
  `.execute(db)
}
