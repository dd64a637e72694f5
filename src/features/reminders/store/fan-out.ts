import { type RawBuilder, sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import { onShard, type Shard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'

/**
 * Creates deliveries of due reminders for all devices of their users, in one statement, so that a crash cannot leave a
 * reminder without its deliveries. Skips notes in the trash. Returns the notes whose users have no device.
 */
export async function fanOut(db: Db, now: Date, limit: number): Promise<FannedOut> {
  const all: FannedOut = { taken: 0, alone: [] }
  for (const shard of await shardsOf(db, usersWithDueReminders(now, limit))) {
    const { taken, alone } = await fanOutOnShard(db, now, limit - all.taken, shard)
    all.taken += taken
    all.alone.push(...alone)
  }
  return all
}

type FannedOut = { taken: number; alone: NoteId[] }

function usersWithDueReminders(now: Date, limit: number): RawBuilder<{ userId: UserId }> {
  return sql`/* worker */
    select r.user_id as "userId" from reminders r where r.push_at <= ${now} order by r.push_at limit ${limit}
  `
}

/**
 * Deliveries of one person that become due together; the next ones are due a second later. A push service gets deliveries in the
 * order in which they are due, so those of somebody with thousands of reminders would otherwise all come before everybody else's.
 */
const PER_SECOND = 100

async function fanOutOnShard(db: Db, now: Date, limit: number, shard: Shard): Promise<FannedOut> {
  const { rows } = await sql<FannedOut>`/* worker */
    with due as (
      select r.user_id, r.note_id, r.remind_at, r.file_id from reminders r
      where r.push_at <= ${now} ${onShard(shard, 'r.user_id')} order by r.push_at limit ${limit} for update skip locked
    ), handed as (
      update reminders r set push_at = null from due d
      where r.user_id = d.user_id and r.note_id = d.note_id ${onShard(shard, 'r.user_id')}
    ), live as (
      select d.* from due d
      where not exists (
        select from notes t where t.user_id = d.user_id ${onShard(shard, 't.user_id')} and t.id = d.note_id and t.deleted_at is not null
      ) and not exists (
        select from files f where f.user_id = d.user_id ${onShard(shard, 'f.user_id')} and f.id = d.file_id and f.deleted_at is not null
      )
    ), waiting as (
      select l.user_id, count(d.user_id) as n from (select distinct user_id from live) l
      left join reminder_deliveries d on d.user_id = l.user_id and d.status = 'waiting' ${onShard(shard, 'd.user_id')}
      group by l.user_id
    ), made as (
      insert into reminder_deliveries
        (user_id, note_id, remind_at, endpoint_hash, host, status, next_at, attempts, interrupted)
      select l.user_id, l.note_id, l.remind_at, s.endpoint_hash, s.host, 'waiting',
        ${now}::timestamptz + (w.n + row_number() over (partition by l.user_id order by l.remind_at, l.note_id) - 1)
          / ${PER_SECOND}::int * interval '1 second', 0, 0
      from live l join push_subscriptions s on s.user_id = l.user_id ${onShard(shard, 's.user_id')}
        join waiting w on w.user_id = l.user_id
      on conflict (user_id, note_id, remind_at, endpoint_hash) do nothing
    )
    select (select count(*)::int from due) as taken,
      array(
        select replace(l.note_id::text, '-', '') from live l
        where not exists (select from push_subscriptions s where s.user_id = l.user_id ${onShard(shard, 's.user_id')})
      ) as alone
  `.execute(db)
  return rows[0] ?? { taken: 0, alone: [] }
}
