import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import type { Db } from '#platform/db/pool.ts'

/** Ids of users are never reused: all data of a user is distributed by it. */
export async function nextUserId(db: Db): Promise<UserId> {
  const { rows } = await sql<{ user_id: UserId }>`select nextval('user_ids') as user_id`.execute(db)
  const [fresh] = rows
  if (!fresh) throw new Error('The sequence of user ids returned no value')
  return fresh.user_id
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

export async function recordSignIn(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_sign_in_at: now }).where('user_id', '=', userId).execute()
}

/** An admin promoted by another admin stays admin, even when PREMIUM_IDS lists them. */
function lifted(to: Role) {
  return sql<Role>`case when users.role = 'admin' then users.role else ${to} end`
}

/** Holds the lock on role changes until the end of the transaction. */
export async function lockRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7267019)`.execute(db)
}

export async function hasUser(db: Db): Promise<boolean> {
  const { rows } = await sql`/* admin */ select from users u limit 1`.execute(db)
  return rows.length > 0
}

/** Whether there is an admin, besides `except` where it is given. */
export async function hasAdmin(db: Db, except: UserId | null = null): Promise<boolean> {
  // The second condition matches the partial index, which omits users without a role.
  const { rows } = await sql`/* admin */
    select from users u where u.role = 'admin' and u.role <> 'user'
      and ${except === null ? sql`true` : sql`u.user_id <> ${except}`} limit 1
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

/** Null when the text is not the id of a user. */
export async function findUserId(db: Db, text: string): Promise<UserId | null> {
  if (!/^[1-9]\d{0,17}$/.test(text)) return null
  const { rows } = await sql<{ id: UserId }>`select user_id as id from users where user_id = ${text}`.execute(db)
  return rows[0]?.id ?? null
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
