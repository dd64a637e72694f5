import { type RawBuilder, sql } from 'kysely'
import type { EndpointHash, NoteId, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Db } from '#platform/db/pool.ts'
import { type DeliveryKey, MAX_INTERRUPTED } from '../delivery.ts'
import { type Row, SHOWN_COLUMNS } from './reminders.ts'

/**
 * Hands due reminders out to the devices of their people, all in one statement: either a reminder is still to be handed out,
 * or its deliveries are there. What lies in the trash is handed to nobody. Answers with the notes whose people have no device.
 */
export async function fanOut(db: Db, now: Date, limit: number): Promise<{ taken: number; alone: NoteId[] }> {
  const { rows } = await sql<{ taken: number; alone: NoteId[] }>`/* worker */
    with due as (
      select r.user_id, r.note_id, r.remind_at, r.file_id from reminders r
      where r.push_at <= ${now} order by r.push_at limit ${limit} for update skip locked
    ), handed as (
      update reminders r set push_at = null from due d where r.user_id = d.user_id and r.note_id = d.note_id
    ), live as (
      select d.* from due d
      where not exists (select from notes t where t.user_id = d.user_id and t.id = d.note_id and t.deleted_at is not null)
        and not exists (select from files f where f.user_id = d.user_id and f.id = d.file_id and f.deleted_at is not null)
    ), made as (
      insert into reminder_deliveries
        (user_id, note_id, remind_at, endpoint_hash, host, status, next_at, attempts, interrupted)
      select l.user_id, l.note_id, l.remind_at, s.endpoint_hash, s.host, 'waiting', ${now}, 0, 0
      from live l join push_subscriptions s on s.user_id = l.user_id
      on conflict (user_id, note_id, remind_at, endpoint_hash) do nothing
    )
    select (select count(*)::int from due) as taken,
      array(select replace(l.note_id::text, '-', '') from live l where not exists (select from push_subscriptions s where s.user_id = l.user_id)) as alone
  `.execute(db)
  return rows[0] ?? { taken: 0, alone: [] }
}

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`/* worker */
    select exists (select from reminders r where r.push_at <= ${now})
      or exists (select from reminder_deliveries d where d.next_at <= ${now}) as any
  `.execute(db)
  return rows[0]?.any ?? false
}

/** Since when the oldest waits: reminders that nobody handed out, and deliveries that nobody sent. */
export async function oldestDue(db: Db, now: Date): Promise<{ reminders: Date | null; deliveries: Date | null }> {
  const { rows } = await sql<{ reminders: Date | null; deliveries: Date | null }>`/* worker */
    select (select min(r.push_at) from reminders r where r.push_at <= ${now}) as reminders,
      (select min(d.next_at) from reminder_deliveries d where d.next_at <= ${now}) as deliveries
  `.execute(db)
  return rows[0] ?? { reminders: null, deliveries: null }
}

/** Which push services have anything to be sent now: one index step per host, however many deliveries wait. */
export async function hostsWithWork(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`/* worker */
    with recursive hosts (host) as (
      (select d.host from reminder_deliveries d where d.next_at is not null order by d.host limit 1)
      union all
      select (select d.host from reminder_deliveries d where d.next_at is not null and d.host > h.host order by d.host limit 1)
      from hosts h where h.host is not null
    )
    select h.host from hosts h
    where h.host is not null
      and exists (select from reminder_deliveries d where d.host = h.host and d.next_at <= ${now})
  `.execute(db)
  return rows.map(({ host }) => host)
}

export type Claimed = DeliveryKey & { attempts: number }

/** Takes the next of a host for this sender alone. If it dies, they are free again at `until`. */
export async function claim(db: Db, host: string, now: Date, until: Date, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`/* worker */
    update reminder_deliveries d
    set status = 'sending', next_at = ${until},
      interrupted = d.interrupted + case when d.status = 'sending' then 1 else 0 end
    from (
      select c.user_id, c.note_id, c.remind_at, c.endpoint_hash from reminder_deliveries c
      where c.host = ${host} and c.next_at <= ${now} order by c.next_at limit ${limit} for update skip locked
    ) taken
    where d.user_id = taken.user_id and d.note_id = taken.note_id and d.remind_at = taken.remind_at
      and d.endpoint_hash = taken.endpoint_hash
    returning d.user_id as "userId", d.note_id as "noteId", d.remind_at as "remindAt", d.endpoint_hash as "endpointHash", d.attempts
  `.execute(db)
  return rows
}

export type Message = Row & {
  userId: UserId
  endpointHash: EndpointHash
  endpoint: string
  p256dh: string
  auth: string
  /** Null: as the browser speaks. */
  locale: Locale | null
}

/** What there is to say, of those that are still to be said: the reminder pending at this moment, nothing in the trash. */
export async function describe(db: Db, keys: readonly DeliveryKey[]): Promise<Message[]> {
  const { rows } = await sql<Message>`/* worker */
    select k.user_id as "userId", k.endpoint_hash as "endpointHash", s.endpoint, s.p256dh, s.auth, u.locale,
      ${SHOWN_COLUMNS},
      f.file_name as "fileName", b.name as "boardName"
    from ${given(keys)} ${wanted}
      join push_subscriptions s on s.user_id = k.user_id and s.endpoint_hash = k.endpoint_hash
      join users u on u.user_id = k.user_id
      left join boards b on b.user_id = k.user_id and b.id = n.board_id
    where ${notInTrash}
  `.execute(db)
  return rows
}

/** The last look before the network: which of them nobody acknowledged, moved or deleted since. */
export async function stillWanted(db: Db, keys: readonly DeliveryKey[]): Promise<Set<string>> {
  const { rows } = await sql<{ noteId: NoteId; endpointHash: EndpointHash }>`/* worker */
    select k.note_id as "noteId", k.endpoint_hash as "endpointHash" from ${given(keys)} ${wanted} where ${notInTrash}
  `.execute(db)
  return new Set(rows.map(nameOf))
}

/** Within one batch a note has one moment, so these two name a delivery. */
export function nameOf({ noteId, endpointHash }: Pick<DeliveryKey, 'noteId' | 'endpointHash'>): string {
  return `${noteId}:${endpointHash}`
}

export type Ended = DeliveryKey & {
  status: 'sent' | 'gone' | 'failed' | 'cancelled' | 'waiting'
  httpStatus: number | null
  attempts: number
  nextAt: Date | null
}

/** How sends went: one statement for many, only over what is still being sent. */
export async function record(db: Db, ended: readonly Ended[], now: Date): Promise<void> {
  await sql`/* worker */
    update reminder_deliveries d
    set status = e.status, next_at = e.next_at, attempts = e.attempts, last_status = e.http_status,
      ended_at = case when e.next_at is null then ${now}::timestamptz end
    from ${given(ended)}
      join unnest(${ended.map(({ status }) => status)}::text[], ${ended.map(({ httpStatus }) => httpStatus)}::int[],
        ${ended.map(({ attempts }) => attempts)}::smallint[], ${ended.map(({ nextAt }) => nextAt)}::timestamptz[])
        with ordinality as e (status, http_status, attempts, next_at, n) on e.n = k.n
    where d.user_id = k.user_id and d.note_id = k.note_id and d.remind_at = k.remind_at
      and d.endpoint_hash = k.endpoint_hash and d.status = 'sending'
  `.execute(db)
}

/** Ends what kills its senders. */
export async function endInterrupted(db: Db, now: Date): Promise<void> {
  await sql`/* worker */
    update reminder_deliveries d set status = 'failed', next_at = null, ended_at = ${now}
    where d.next_at <= ${now} and d.interrupted >= ${MAX_INTERRUPTED}
  `.execute(db)
}

function given(keys: readonly DeliveryKey[]): RawBuilder<unknown> {
  return sql`unnest(${keys.map(({ userId }) => userId)}::bigint[], ${keys.map(({ noteId }) => noteId)}::uuid[],
    ${keys.map(({ remindAt }) => remindAt)}::timestamptz[], ${keys.map(({ endpointHash }) => endpointHash)}::text[])
    with ordinality as k (user_id, note_id, remind_at, endpoint_hash, n)`
}

const wanted = sql`
    join reminders r on r.user_id = k.user_id and r.note_id = k.note_id and r.remind_at = k.remind_at and r.status = 'pending'
    join notes n on n.user_id = k.user_id and n.id = k.note_id and n.deleted_at is null
    left join files f on f.user_id = k.user_id and f.id = n.file_id and f.deleted_at is null`

const notInTrash = sql`(n.file_id is null or f.id is not null)`
