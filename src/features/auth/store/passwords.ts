import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { Db } from '#platform/db/pool.ts'

/** For null the same statement is sent, so that the time of an answer does not tell whether a name exists. */
export async function findPasswordHash(db: Db, userId: UserId | null): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select hash from passwords where user_id = ${userId ?? '0'}
  `.execute(db)
  return rows[0]?.hash ?? null
}

export async function setPasswordHash(db: Db, userId: UserId, hash: string, now: Date): Promise<void> {
  await db
    .insertInto('passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute()
}

/** Replaces the hash only when it is still `from`: a rehash must not undo a change of the password at the same time. */
export async function rehashPassword(db: Db, userId: UserId, from: string, to: string): Promise<void> {
  await db.updateTable('passwords').set({ hash: to }).where('user_id', '=', userId).where('hash', '=', from).execute()
}

export async function deletePassword(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('passwords').where('user_id', '=', userId).execute()
}

/** How failures of one key are counted. */
export type Throttle = { key: Buffer; freeFailures: number; maxDelaySeconds: number; now: Date; forgetAt: Date }

/**
 * Counts an attempt before its password is checked, so that concurrent guesses cannot pass together. Returns null when it may
 * continue, and otherwise the time of the end of the block. The delay doubles with every failure beyond the free ones.
 */
export async function countAttempt(db: Db, { key, now, forgetAt, ...limits }: Throttle): Promise<Date | null> {
  const { freeFailures, maxDelaySeconds } = limits
  // Computed here: Citus refuses the sum of a time and an interval in ON CONFLICT, because it is not immutable.
  const steps = Math.ceil(Math.log2(maxDelaySeconds)) + 1
  const ends = Array.from({ length: steps }, (_, step) => addSeconds(now, Math.min(2 ** step, maxDelaySeconds)))
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_attempts as a (key, failures, blocked_until, expires_at)
    values (${key}, 1, ${now}, ${forgetAt})
    on conflict (key) do update set
      failures = case when a.expires_at <= ${now} then 1 else a.failures + 1 end,
      expires_at = ${forgetAt},
      blocked_until = case
        when a.expires_at <= ${now} or a.failures < ${freeFailures}::int then ${now}::timestamptz
        else (${ends}::timestamptz[])[least(a.failures - ${freeFailures}::int + 1, ${steps}::int)]
      end
    where a.blocked_until <= ${now}
    returning failures
  `.execute(db)
  if (rows.length > 0) return null
  const blocked = await db
    .selectFrom('sign_in_attempts')
    .select('blocked_until')
    .where('key', '=', key)
    .executeTakeFirst()
  return blocked?.blocked_until ?? now
}

/** The password was right: the attempt is no failure. */
export async function uncountAttempt(db: Db, key: Buffer, now: Date): Promise<void> {
  await sql`
    update sign_in_attempts set failures = greatest(failures - 1, 0), blocked_until = ${now} where key = ${key}
  `.execute(db)
}

export async function forgetAttempts(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
}

export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<', now).execute()
}
