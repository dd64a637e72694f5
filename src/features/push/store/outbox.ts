import { sql } from 'kysely'
import type { Id, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Db } from '#platform/db/pool.ts'

export type OutboxId = Id<'outbox'>
export type Entry = { id: OutboxId; kind: string; resourceId: string; title: string; actor: string }
export type Ending = 'sent' | 'unknown_kind' | 'no_subscriptions' | 'exhausted'

export async function addEntry(db: Db, userId: UserId, entry: Entry, now: Date): Promise<void> {
  await sql`
    insert into outbox (user_id, id, kind, resource_id, title, actor, created_at, next_at, attempts, status)
    values (${userId}, ${entry.id}, ${entry.kind}, ${entry.resourceId}, ${entry.title}, ${entry.actor}, ${now}, ${now}, 0, 'waiting')
  `.execute(db)
}

export async function anyWaiting(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`/* worker */
    select exists (select from outbox o where o.next_at <= ${now}) as any
  `.execute(db)
  return rows[0]?.any ?? false
}

/** Since when the oldest waits; null when nothing does. */
export async function oldestWaiting(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`/* worker */
    select min(o.next_at) as since from outbox o where o.next_at <= ${now}
  `.execute(db)
  return rows[0]?.since ?? null
}

export type Claimed = Entry & { userId: UserId; attempts: number; locale: Locale | null }

/** Takes the next ones for this process alone. If it dies, they are free again at `until`. */
export async function claimEntries(db: Db, now: Date, until: Date, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`/* worker */
    update outbox o set next_at = ${until}
    from (
      select c.user_id, c.id from outbox c where c.next_at <= ${now} order by c.next_at limit ${limit} for update skip locked
    ) taken join users u on u.user_id = taken.user_id
    where o.user_id = taken.user_id and o.id = taken.id
    returning o.id, o.user_id as "userId", o.kind, o.resource_id as "resourceId", o.title, o.actor, o.attempts, u.locale
  `.execute(db)
  return rows
}

export async function endEntry(db: Db, userId: UserId, id: OutboxId, status: Ending): Promise<void> {
  await sql`
    update outbox o set status = ${status}, next_at = null where o.user_id = ${userId} and o.id = ${id}
  `.execute(db)
}

export async function retryEntry(db: Db, userId: UserId, id: OutboxId, attempts: number, at: Date): Promise<void> {
  await sql`
    update outbox o set attempts = ${attempts}, next_at = ${at} where o.user_id = ${userId} and o.id = ${id}
  `.execute(db)
}
