import { type RawBuilder, sql } from 'kysely'
import type { EndpointHash, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Backlog } from '#platform/db/backlog.ts'
import { forEachShard, isCitus, onShard, type Shard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import { type DeliveryKey, MAX_INTERRUPTED } from '../delivery.ts'
import { type Row, SHOWN_COLUMNS } from './reminders.ts'

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`/* worker */
    select exists (select 1 from reminders r where r.push_at <= ${now})
      or exists (select 1 from reminder_deliveries d where d.next_at <= ${now}) as any
  `.execute(db)
  return rows[0]?.any ?? false
}

const EMPTY: Backlog = { due: 0, oldest: null }

/** Reminders that have no deliveries yet. */
export async function remindersBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`/* worker */
    select count(*)::int as due, min(r.push_at) as oldest from reminders r where r.push_at <= ${now}
  `.execute(db)
  return rows[0] ?? EMPTY
}

/** Deliveries that are not sent. */
export async function deliveriesBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await sql<Backlog>`/* worker */
    select count(*)::int as due, min(d.next_at) as oldest from reminder_deliveries d where d.next_at <= ${now}
  `.execute(db)
  return rows[0] ?? EMPTY
}

/** Lists the push services with due deliveries. */
export async function hostsWithWork(db: Db, now: Date): Promise<string[]> {
  const { rows } = await ((await isCitus(db)) ? hostsByScan(now) : hostsByIndex(now)).execute(db)
  return rows.map(({ host }) => host)
}

/** Citus has no recursive statement over all shards, so each shard scans its due deliveries. */
function hostsByScan(now: Date): RawBuilder<{ host: string }> {
  return sql`/* worker */ select distinct d.host from reminder_deliveries d where d.next_at <= ${now}`
}

/** One index step per host, however many deliveries are due. */
function hostsByIndex(now: Date): RawBuilder<{ host: string }> {
  return sql`/* worker */
    with recursive hosts (host) as (
      (select d.host from reminder_deliveries d where d.next_at is not null order by d.host limit 1)
      union all
      select (select d.host from reminder_deliveries d where d.next_at is not null and d.host > h.host order by d.host limit 1)
      from hosts h where h.host is not null
    )
    select h.host from hosts h
    where h.host is not null
      and exists (select from reminder_deliveries d where d.host = h.host and d.next_at <= ${now})
  `
}

export type Claimed = DeliveryKey & { attempts: number; claimedUntil: Date }

/** Claims the next deliveries of a host. If the sender dies, the claim expires at `until`. */
export async function claim(db: Db, host: string, now: Date, until: Date, limit: number): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  for (const shard of await shardsOf(db, usersWithDueDeliveries(host, now, limit)))
    claimed.push(...(await claimOnShard(db, { host, now, until, limit: limit - claimed.length }, shard)))
  return claimed
}

function usersWithDueDeliveries(host: string, now: Date, limit: number): RawBuilder<{ userId: UserId }> {
  return sql`/* worker */
    select c.user_id as "userId" from reminder_deliveries c
    where c.host = ${host} and c.next_at <= ${now} order by c.next_at limit ${limit}
  `
}

type Claim = { host: string; now: Date; until: Date; limit: number }

async function claimOnShard(db: Db, { host, now, until, limit }: Claim, shard: Shard): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`/* worker */
    with taken as materialized (
      select c.user_id, c.note_id, c.remind_at, c.endpoint_hash from reminder_deliveries c
      where c.host = ${host} and c.next_at <= ${now} ${onShard(shard, 'c.user_id')}
      order by c.next_at limit ${limit} for update skip locked
    )
    update reminder_deliveries d
    set status = 'sending', next_at = ${until},
      interrupted = d.interrupted + case when d.status = 'sending' then 1 else 0 end
    from taken
    where d.user_id = taken.user_id and d.note_id = taken.note_id and d.remind_at = taken.remind_at
      and d.endpoint_hash = taken.endpoint_hash ${onShard(shard, 'd.user_id')}
    returning d.user_id as "userId", d.note_id as "noteId", d.remind_at as "remindAt", d.endpoint_hash as "endpointHash", d.attempts,
      d.next_at as "claimedUntil"
  `.execute(db)
  return rows
}

export type Message = Row & {
  userId: UserId
  endpointHash: EndpointHash
  endpoint: string
  p256dh: string
  auth: string
  /** Null means the language of the browser. */
  locale: Locale | null
}

/** Reads the messages of deliveries that are still valid: the reminder is pending for this time and not in the trash. */
export async function describe(db: Db, keys: readonly DeliveryKey[]): Promise<Message[]> {
  return forEachShard(db, keys, async (own, shard) => {
    const { rows } = await sql<Message>`/* worker */
      select k.user_id as "userId", k.endpoint_hash as "endpointHash", s.endpoint, s.p256dh, s.auth, u.locale,
        ${SHOWN_COLUMNS},
        split_part(f.file_name, '/', -1) as "fileName", b.name as "boardName"
      from ${given(own)} ${wanted(shard)}
        join push_subscriptions s on s.user_id = k.user_id and s.endpoint_hash = k.endpoint_hash ${onShard(shard, 's.user_id')}
        join users u on u.user_id = k.user_id ${onShard(shard, 'u.user_id')}
        left join boards b on b.user_id = k.user_id and b.id = n.board_id ${onShard(shard, 'b.user_id')}
      where ${notInTrash}
    `.execute(db)
    return rows
  })
}

/** Last check before sending: the deliveries whose reminder was not acknowledged, moved or deleted since. */
export async function stillWanted(db: Db, keys: readonly DeliveryKey[]): Promise<Set<string>> {
  const found = await forEachShard(db, keys, async (own, shard) => {
    const { rows } = await sql<Omit<DeliveryKey, 'userId'>>`/* worker */
      select k.note_id as "noteId", k.remind_at as "remindAt", k.endpoint_hash as "endpointHash" from ${given(own)} ${wanted(shard)} where ${notInTrash}
    `.execute(db)
    return rows
  })
  return new Set(found.map(nameOf))
}

/** A batch can hold a retry of an earlier time of the same note, which must not be sent as the current one. */
export function nameOf({ noteId, remindAt, endpointHash }: Omit<DeliveryKey, 'userId'>): string {
  return `${noteId}:${remindAt.getTime()}:${endpointHash}`
}

export type Ended = Claimed & {
  status: 'sent' | 'gone' | 'failed' | 'cancelled' | 'waiting'
  httpStatus: number | null
  nextAt: Date | null
}

/**
 * Records the outcomes of sends, all of a shard in one statement. A failure counts only while the claim holds: otherwise a slow sender would
 * schedule a retry of what another one is sending.
 */
export async function record(db: Db, all: readonly Ended[], now: Date): Promise<void> {
  await forEachShard(db, all, async (own, shard) => (await recordOnShard(own, now, shard).execute(db)).rows)
}

function recordOnShard(ended: readonly Ended[], now: Date, shard: Shard): RawBuilder<unknown> {
  return sql`/* worker */
    update reminder_deliveries d
    set status = e.status, next_at = e.next_at, attempts = e.attempts, last_status = e.http_status,
      ended_at = case when e.next_at is null then ${now}::timestamptz end
    from ${given(ended)}
      join unnest(${ended.map(({ status }) => status)}::text[], ${ended.map(({ httpStatus }) => httpStatus)}::int[],
        ${ended.map(({ attempts }) => attempts)}::smallint[], ${ended.map(({ nextAt }) => nextAt)}::timestamptz[],
        ${ended.map(({ claimedUntil }) => claimedUntil)}::timestamptz[])
        with ordinality as e (status, http_status, attempts, next_at, claimed_until, n) on e.n = k.n
    where d.user_id = k.user_id and d.note_id = k.note_id and d.remind_at = k.remind_at
      and d.endpoint_hash = k.endpoint_hash and d.status = 'sending'
      and (d.next_at = e.claimed_until or e.status not in ('waiting', 'failed')) ${onShard(shard, 'd.user_id')}
  `
}

/** Fails deliveries whose sender crashed too often. */
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

const wanted = (shard: Shard) => sql`
    join reminders r on r.user_id = k.user_id and r.note_id = k.note_id and r.remind_at = k.remind_at and r.status = 'pending'
      ${onShard(shard, 'r.user_id')}
    join notes n on n.user_id = k.user_id and n.id = k.note_id and n.deleted_at is null ${onShard(shard, 'n.user_id')}
    left join files f on f.user_id = k.user_id and f.id = n.file_id and f.deleted_at is null ${onShard(shard, 'f.user_id')}`

const notInTrash = sql`(n.file_id is null or f.id is not null)`
