import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/**
 * Accounts of the messenger, in the table of release 0.1.0. Its processes read and write it while both releases run, so it keeps its
 * columns, and no other table holds a copy of its rows.
 */
export async function findMessengerAccount(db: Db, messengerId: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider_uid', '=', messengerId)
    .where('provider', '=', 'messenger')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Waits for a transaction that is removing the account from its user, and then finds nothing. */
export async function lockMessengerAccount(db: Db, messengerId: string): Promise<UserId | null> {
  const { rows } = await sql<{ userId: UserId }>`
    select user_id as "userId" from identities
    where provider_uid = ${messengerId} and provider = 'messenger' for update
  `.execute(db)
  return rows[0]?.userId ?? null
}

/** Null when the account was claimed before or at the same time. */
export async function insertMessengerAccount(
  db: Db,
  messengerId: string,
  userId: UserId,
  now: Date,
): Promise<UserId | null> {
  const made = await db
    .insertInto('identities')
    .values({ provider: 'messenger', provider_uid: messengerId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['provider_uid', 'provider']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made?.user_id ?? null
}

export async function deleteMessengerAccount(db: Db, messengerId: string): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('provider_uid', '=', messengerId)
    .where('provider', '=', 'messenger')
    .execute()
}
