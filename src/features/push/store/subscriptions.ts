import { type RawBuilder, sql } from 'kysely'
import type { EndpointHash, SessionId, UserId } from '#base/ids.ts'
import { forEachShard, onShard, type Shard } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Device, Failure, NewSubscription } from '../subscription.ts'

export async function listDevices(db: Db, userId: UserId): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select s.endpoint_hash as "endpointHash", s.device, s.created_at as "createdAt", s.last_ok_at as "lastOkAt",
      s.last_failed_at as "lastFailedAt", s.last_failure as "lastFailure"
    from push_subscriptions s where s.user_id = ${userId} order by s.created_at, s.endpoint_hash
  `.execute(db)
  return rows
}

export type Target = NewSubscription & { endpointHash: EndpointHash }

/** Includes the endpoint: only for sending, never for a response. */
export async function listTargets(db: Db, userId: UserId, only?: EndpointHash): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select s.endpoint_hash as "endpointHash", s.endpoint, s.p256dh, s.auth from push_subscriptions s
    where s.user_id = ${userId} ${only === undefined ? sql`` : sql`and s.endpoint_hash = ${only}`}
  `.execute(db)
  return rows
}

/** Finds the previous user of this browser; a separate statement, because it crosses users. */
export async function ownerOf(db: Db, hash: EndpointHash): Promise<UserId | null> {
  const { rows } = await sql<{ userId: UserId }>`
    select e.user_id as "userId" from push_endpoints e where e.endpoint_hash = ${hash}
  `.execute(db)
  return rows[0]?.userId ?? null
}

export async function addOwner(db: Db, hash: EndpointHash, userId: UserId): Promise<void> {
  await sql`
    insert into push_endpoints (endpoint_hash, user_id) values (${hash}, ${userId}) on conflict (endpoint_hash) do nothing
  `.execute(db)
}

export async function dropOwner(db: Db, hash: EndpointHash, userId: UserId): Promise<void> {
  await sql`delete from push_endpoints e where e.endpoint_hash = ${hash} and e.user_id = ${userId}`.execute(db)
}

export type Row = NewSubscription & {
  endpointHash: EndpointHash
  host: string
  device: string
  /** The subscription ends with it. */
  sessionId: SessionId
}

export async function upsertSubscription(db: Db, userId: UserId, row: Row, now: Date): Promise<void> {
  await sql`
    insert into push_subscriptions (user_id, endpoint_hash, endpoint, host, p256dh, auth, device, created_at, session_id)
    values (${userId}, ${row.endpointHash}, ${row.endpoint}, ${row.host}, ${row.p256dh}, ${row.auth}, ${row.device}, ${now},
      ${row.sessionId})
    on conflict (user_id, endpoint_hash) do update
      set p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, session_id = excluded.session_id
  `.execute(db)
}

/** Keeps the session from being ended until the transaction is over; false when it was ended before. */
export async function lockSession(trx: Db, userId: UserId, id: SessionId): Promise<boolean> {
  const { rows } = await sql`
    select from sessions s where s.user_id = ${userId} and s.id = ${id} for key share
  `.execute(trx)
  return rows.length === 1
}

export async function moveToSession(db: Db, userId: UserId, from: SessionId, to: SessionId): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ session_id: to })
    .where('user_id', '=', userId)
    .where('session_id', '=', from)
    .execute()
}

export async function removeSubscription(db: Db, userId: UserId, hash: EndpointHash): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes all devices, or those whose last send failed and that were not reached since `silentSince`. */
export async function removeMany(db: Db, userId: UserId, silentSince: Date | null): Promise<EndpointHash[]> {
  const { rows } = await sql<{ hash: EndpointHash }>`
    delete from push_subscriptions s where s.user_id = ${userId}
      ${silentSince === null ? sql`` : sql`and s.last_failed_at > coalesce(s.last_ok_at, '-infinity') and coalesce(s.last_ok_at, s.created_at) < ${silentSince}`}
    returning s.endpoint_hash as hash
  `.execute(db)
  return rows.map(({ hash }) => hash)
}

export type Contact = { userId: UserId; hash: EndpointHash; failure: Failure | null }

/** Records the last outcomes for the list of devices, all of a shard in one statement. */
export async function recordContacts(db: Db, all: readonly Contact[], now: Date): Promise<void> {
  await forEachShard(db, all, async (own, shard) => (await contactsOnShard(own, now, shard).execute(db)).rows)
}

function contactsOnShard(contacts: readonly Contact[], now: Date, shard: Shard): RawBuilder<unknown> {
  return sql`/* worker */
    update push_subscriptions s set
      last_ok_at = case when c.failure is null then ${now} else s.last_ok_at end,
      last_failed_at = case when c.failure is null then s.last_failed_at else ${now} end,
      last_failure = case when c.failure is null then s.last_failure else c.failure end
    from unnest(${contacts.map(({ userId }) => userId)}::bigint[], ${contacts.map(({ hash }) => hash)}::text[],
      ${contacts.map(({ failure }) => failure)}::text[]) as c (user_id, hash, failure)
    where s.user_id = c.user_id and s.endpoint_hash = c.hash ${onShard(shard, 's.user_id')}
  `
}
