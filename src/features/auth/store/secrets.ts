import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { SecretKind } from '../one-time.ts'

export type NewSecret = {
  hash: Buffer
  kind: SecretKind
  userId: UserId | null
  data: Readonly<Record<string, unknown>>
  /** Null: until it is used or replaced. */
  expiresAt: Date | null
}

export async function insertSecret(db: Db, { hash, kind, userId, data, expiresAt }: NewSecret): Promise<void> {
  await sql`
    insert into one_time_secrets (hash, kind, user_id, data, expires_at)
    values (${hash}, ${kind}, ${userId}, ${JSON.stringify(data)}::jsonb, ${expiresAt})
  `.execute(db)
}

export type FoundSecret = { userId: UserId | null; data: unknown }

/** For a page that only shows a form: the secret stays valid. */
export async function findSecret(db: Db, kind: SecretKind, hash: Buffer, now: Date): Promise<FoundSecret | null> {
  const { rows } = await sql<FoundSecret>`
    select user_id as "userId", data from one_time_secrets
    where hash = ${hash} and kind = ${kind} and (expires_at is null or expires_at > ${now})
  `.execute(db)
  return rows[0] ?? null
}

/** Deletes the secret, so that of two concurrent uses one gets null. */
export async function useSecret(db: Db, kind: SecretKind, hash: Buffer, now: Date): Promise<FoundSecret | null> {
  const { rows } = await sql<FoundSecret>`
    delete from one_time_secrets
    where hash = ${hash} and kind = ${kind} and (expires_at is null or expires_at > ${now})
    returning user_id as "userId", data
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteExpiredSecrets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('one_time_secrets').where('expires_at', '<', now).execute()
}

export async function insertRecoveryCode(db: Db, userId: UserId, hash: Buffer, now: Date): Promise<void> {
  await db.insertInto('recovery_codes').values({ user_id: userId, hash, created_at: now }).execute()
  await insertSecret(db, { hash, kind: 'recovery_code', userId, data: {}, expiresAt: null })
}

/** False when it was used or replaced. */
export async function deleteRecoveryCode(db: Db, userId: UserId, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes the keys too, one statement for each, because each is on a shard of its own. */
export async function deleteRecoveryCodes(db: Db, userId: UserId): Promise<void> {
  const rows = await db.deleteFrom('recovery_codes').where('user_id', '=', userId).returning('hash').execute()
  for (const { hash } of rows) await db.deleteFrom('one_time_secrets').where('hash', '=', hash).execute()
}

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(n)
}
