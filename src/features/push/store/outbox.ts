import { sql } from 'kysely'
import type { Id, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Backlog } from '#platform/db/backlog.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'

export type OutboxId = Id<'outbox'>
export type Entry = { id: OutboxId; kind: string; resourceId: string; title: string; actor: string }
export type Ending = 'sent' | 'unknown_kind' | 'no_subscriptions'

export async function addEntry(db: Db, userId: UserId, entry: Entry, now: Date): Promise<void> {
  await sql`
    insert into outbox (user_id, id, kind, resource_id, title, actor, created_at, next_at, attempts, status)
    values (${userId}, ${entry.id}, ${entry.kind}, ${entry.resourceId}, ${entry.title}, ${entry.actor}, ${now}, ${now}, 0, 'waiting')
  `.execute(db)
}

export async function anyWaiting(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`/* worker */ select from outbox o where o.next_at <= ${now} limit 1`.execute(db)
  return rows.length > 0
}

export async function outboxBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`/* worker */
    select count(*)::int as due, min(o.next_at) as oldest from outbox o where o.next_at <= ${now}
  `.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

export type Claimed = Entry & { userId: UserId; attempts: number; claimedUntil: Date; locale: Locale | null }

/**
 * Claims the next entries: the oldest of each user, then the second of each, so that somebody whose agent writes thousands of files
 * delays nobody else. If the process dies, the claim expires at `until`.
 */
export async function claimEntries(db: Db, now: Date, until: Date, limit: number): Promise<Claimed[]> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select distinct c.user_id as "userId" from outbox c where c.next_at <= ${now}
  `
  const claimed: Claimed[] = []
  for (const shard of await shardsOf(db, findUsers)) {
    const { rows } = await sql<Claimed>`/* worker */
      with waiting as (
        select w.user_id, w.id, w.next_at, row_number() over (partition by w.user_id order by w.next_at) as turn
        from outbox w where w.next_at <= ${now} ${onShard(shard, 'w.user_id')}
      ), taken as materialized (
        select c.user_id, c.id from waiting w
        join outbox c on c.user_id = w.user_id and c.id = w.id and c.next_at <= ${now} ${onShard(shard, 'c.user_id')}
        order by w.turn, w.next_at limit ${limit - claimed.length} for update of c skip locked
      )
      update outbox o set next_at = ${until}
      from taken join users u on u.user_id = taken.user_id ${onShard(shard, 'u.user_id')}
      where o.user_id = taken.user_id and o.id = taken.id ${onShard(shard, 'o.user_id')}
      returning o.id, o.user_id as "userId", o.kind, o.resource_id as "resourceId", o.title, o.actor, o.attempts,
        o.next_at as "claimedUntil", u.locale
    `.execute(db)
    claimed.push(...rows)
  }
  return claimed
}

export async function endEntry(db: Db, { userId, id }: Claimed, status: Ending): Promise<void> {
  await sql`
    update outbox o set status = ${status}, next_at = null where o.user_id = ${userId} and o.id = ${id}
  `.execute(db)
}

/** Schedules a retry, or gives up when `retryAt` is null. Returns false when the claim has expired: another sender decides. */
export async function recordFailure(
  db: Db,
  { userId, id, claimedUntil }: Claimed,
  attempts: number,
  retryAt: Date | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update outbox o set status = ${retryAt ? 'waiting' : 'exhausted'}, attempts = ${attempts}, next_at = ${retryAt}
    where o.user_id = ${userId} and o.id = ${id} and o.next_at = ${claimedUntil}
  `.execute(db)
  return numAffectedRows === 1n
}
