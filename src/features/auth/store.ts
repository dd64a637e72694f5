import { type RawBuilder, sql } from 'kysely'
import type { SessionId, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import type { Db } from '#platform/db/pool.ts'

/** False when the hash was used before. */
export async function markLoginHashUsed(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('login_hashes')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteExpiredLoginHashes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_hashes').where('expires_at', '<', now).execute()
}

/** Deletes expired sessions. A key is useless without its session and stays until the absolute end. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await sql`/* worker */ delete from sessions where expires_at < ${now}`.execute(db)
  await db.deleteFrom('session_keys').where('ends_at', '<', now).execute()
}

export async function findIdentity(db: Db, messengerId: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider_uid', '=', messengerId)
    .where('provider', '=', 'messenger')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Finds or creates the user of this messenger id. Two concurrent first sign-ins get the same user. */
export async function claimIdentity(db: Db, messengerId: string, now: Date): Promise<UserId> {
  const { rows } = await sql<{ user_id: UserId }>`select nextval('user_ids') as user_id`.execute(db)
  const fresh = rows[0]
  if (!fresh) throw new Error('The sequence of user ids returned no value')
  const made = await db
    .insertInto('identities')
    .values({ provider: 'messenger', provider_uid: messengerId, user_id: fresh.user_id, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider_uid', 'provider']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  const userId = made?.user_id ?? (await findIdentity(db, messengerId))
  if (userId === null) throw new Error('The identity was neither inserted nor found')
  return userId
}

/** A placeholder stands for an unknown name and never replaces a real one. */
export type PersonName = { firstName: string; isPlaceholder: boolean }

export type SignIn = PersonName & { now: Date; promoteTo: Role | null }

/** Creates the user, or updates the name and the configured role, which only promotes and never demotes. */
export async function upsertUser(db: Db, userId: UserId, signIn: SignIn): Promise<void> {
  const { firstName, isPlaceholder, now, promoteTo } = signIn
  await db
    .insertInto('users')
    .values({
      user_id: userId,
      first_name: firstName,
      role: promoteTo ?? 'user',
      created_at: now,
      last_sign_in_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        last_sign_in_at: now,
        ...(!isPlaceholder && { first_name: firstName }),
        ...(promoteTo && { role: lifted(promoteTo) }),
      }),
    )
    .execute()
}

/** An admin promoted by another admin stays admin, even when PREMIUM_IDS lists them. */
function lifted(to: Role) {
  return sql<Role>`case when users.role = 'admin' then users.role else ${to} end`
}

export type NewSession = {
  tokenHash: Buffer
  id: SessionId
  userId: UserId
  userAgent: string
  now: Date
  expiresAt: Date
  endsAt: Date
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

/** A valid session and its user, in one statement because every request sends it. */
export async function findSession(
  db: Db,
  { userId, sessionId }: SessionKey,
  now: Date,
): Promise<(Person & Pick<Session, 'lastSeenAt' | 'endsAt'>) | null> {
  const { rows } = await sql<Person & Pick<Session, 'lastSeenAt' | 'endsAt'>>`
    select s.last_seen_at as "lastSeenAt", s.ends_at as "endsAt",
      u.first_name as "firstName", u.role, u.locale, u.theme
    from sessions s join users u on u.user_id = ${userId}
    where s.user_id = ${userId} and s.id = ${sessionId} and s.expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
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

/** False when the session belongs to another user or is already deleted. */
export async function deleteSession(db: Db, userId: UserId, id: SessionId): Promise<boolean> {
  return (await deleteSessionsWhere(db, userId, sql`id = ${id}`)) === 1
}

export async function deleteOtherSessions(db: Db, userId: UserId, keep: SessionId): Promise<void> {
  await deleteSessionsWhere(db, userId, sql`id <> ${keep}`)
}

export async function deleteSessionsOf(db: Db, userId: UserId): Promise<number> {
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

/** Holds the lock on role changes until the end of the transaction. */
export async function lockRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7267019)`.execute(db)
}

export async function hasOtherAdmin(db: Db, userId: UserId): Promise<boolean> {
  // The second condition matches the partial index, which omits users without a role.
  const { rows } = await sql`/* admin */
    select from users u where u.role = 'admin' and u.role <> 'user' and u.user_id <> ${userId} limit 1
  `.execute(db)
  return rows.length > 0
}

export async function setRole(db: Db, userId: UserId, role: Role): Promise<void> {
  await db.updateTable('users').set({ role }).where('user_id', '=', userId).execute()
}

export type Person = { firstName: string; role: Role; locale: Locale | null; theme: Theme }

export async function findUser(db: Db, userId: UserId): Promise<Person | null> {
  const row = await db
    .selectFrom('users')
    .select(['first_name as firstName', 'role', 'locale', 'theme'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** One idempotent statement. */
export async function markWelcomeSeen(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ has_seen_welcome_modal: true })
    .where('user_id', '=', userId)
    .where('has_seen_welcome_modal', '=', false)
    .execute()
}

export type Appearance = { locale?: Locale | undefined; theme?: Theme | undefined }

export async function setAppearance(db: Db, userId: UserId, appearance: Appearance): Promise<void> {
  await db.updateTable('users').set(appearance).where('user_id', '=', userId).execute()
}
