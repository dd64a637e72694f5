import { type RawBuilder, sql } from 'kysely'
import type { SessionId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Proof } from '../session.ts'
import { deleteKnownDevicesOf } from './known-devices.ts'
import type { Person } from './users.ts'

/** Deletes expired sessions. A key is useless without its session and stays until the absolute end. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await sql`/* worker */ delete from sessions where expires_at < ${now}`.execute(db)
  await db.deleteFrom('session_keys').where('ends_at', '<', now).execute()
}

export type NewSession = {
  tokenHash: Buffer
  id: SessionId
  userId: UserId
  userAgent: string
  now: Date
  expiresAt: Date
  endsAt: Date
  proof: Proof
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      id: session.id,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
      ends_at: session.endsAt,
      provider: session.proof.provider ?? null,
      proved_by: session.proof.by,
      proved_at: session.proof.at,
    })
    .execute()
  await db
    .insertInto('session_keys')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      session_id: session.id,
      ends_at: session.endsAt,
    })
    .execute()
}

export type SessionKey = { userId: UserId; sessionId: SessionId }

/** Where the session of this token is. Only the session itself says whether it is valid. */
export async function findSessionKey(db: Db, tokenHash: Buffer): Promise<SessionKey | null> {
  const row = await db
    .selectFrom('session_keys')
    .select(['user_id as userId', 'session_id as sessionId'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

export type Session = {
  id: SessionId
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  endsAt: Date
}

type FoundSession = Person & Pick<Session, 'lastSeenAt' | 'endsAt'> & { provedAt: Date | null }

/** A valid session and its user, in one statement because every request sends it. */
export async function findSession(db: Db, { userId, sessionId }: SessionKey, now: Date): Promise<FoundSession | null> {
  const { rows } = await sql<FoundSession>`
    select s.proved_at as "provedAt", s.last_seen_at as "lastSeenAt", s.ends_at as "endsAt",
      u.first_name as "firstName", u.role, u.locale, u.theme
    from sessions s join users u on u.user_id = ${userId}
    where s.user_id = ${userId} and s.id = ${sessionId} and s.expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

/** Waits for a concurrent subscription of its browser, which locks the session before the subscription. */
export async function lockSession(trx: Db, { userId, sessionId }: SessionKey): Promise<void> {
  await sql`select from sessions where user_id = ${userId} and id = ${sessionId} for update`.execute(trx)
}

export async function touchSession(
  db: Db,
  { userId, sessionId }: SessionKey,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .execute()
}

export async function listSessions(db: Db, userId: UserId, now: Date): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'ends_at as endsAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .execute()
}

/** The OpenID Connect provider of a session; null when it was opened in another way. */
export async function findProvider(db: Db, userId: UserId, id: SessionId): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('provider')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.provider ?? null
}

/** False when the session belongs to another user or is already deleted. */
export async function deleteSession(db: Db, userId: UserId, id: SessionId): Promise<boolean> {
  return (await deleteSessionsWhere(db, userId, sql`id = ${id}`)) === 1
}

/** Known devices are forgotten too: whoever ends all other sessions may not trust those browsers. */
export async function deleteOtherSessions(db: Db, userId: UserId, keep: SessionId): Promise<void> {
  await deleteKnownDevicesOf(db, userId)
  await deleteSessionsWhere(db, userId, sql`id <> ${keep}`)
}

export async function deleteSessionsOf(db: Db, userId: UserId): Promise<number> {
  await deleteKnownDevicesOf(db, userId)
  return deleteSessionsWhere(db, userId, sql`true`)
}

/** Deletes sessions and then their keys, one statement for each key, because each is on a shard of its own. */
async function deleteSessionsWhere(db: Db, userId: UserId, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ tokenHash: Buffer }>`
    delete from sessions where user_id = ${userId} and ${condition} returning token_hash as "tokenHash"
  `.execute(db)
  for (const { tokenHash } of rows) await db.deleteFrom('session_keys').where('token_hash', '=', tokenHash).execute()
  return rows.length
}
