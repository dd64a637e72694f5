import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { AccessToken, TokenId } from './token.ts'

const COLUMNS = sql`t.id, t.name, t.scopes, t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt"`

export async function insertToken(db: Db, userId: UserId, tokenHash: Buffer, token: AccessToken): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: tokenHash,
      id: token.id,
      user_id: userId,
      name: token.name,
      scopes: token.scopes,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

export async function listTokens(db: Db, userId: UserId): Promise<AccessToken[]> {
  const { rows } = await sql<AccessToken>`
    select ${COLUMNS} from access_tokens t where t.user_id = ${userId} order by t.created_at desc, t.id desc
  `.execute(db)
  return rows
}

export async function findToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<(AccessToken & { userId: UserId }) | null> {
  const { rows } = await sql<AccessToken & { userId: UserId }>`
    select ${COLUMNS}, t.user_id as "userId" from access_tokens t
    where t.token_hash = ${tokenHash} and (t.expires_at is null or t.expires_at > ${now})
  `.execute(db)
  return rows[0] ?? null
}

export async function touchToken(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** False when it was not this person's or is gone already. */
export async function deleteToken(db: Db, userId: UserId, id: TokenId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
