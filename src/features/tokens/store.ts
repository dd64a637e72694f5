import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { AccessToken, Budget, Spending, TokenId, Used } from './token.ts'

const COLUMNS = sql`t.id, t.name, t.scopes, t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
  t.writes_per_day as "writesPerDay", t.runs_per_day as "runsPerDay"`

type Row = Omit<AccessToken, 'budget'> & { writesPerDay: Budget['writes']; runsPerDay: Budget['runs'] }

function toToken<R extends Row>({ writesPerDay, runsPerDay, ...row }: R) {
  return { ...row, budget: { writes: writesPerDay, runs: runsPerDay } }
}

export async function insertToken(db: Db, userId: UserId, tokenHash: Buffer, token: AccessToken): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values({
      user_id: userId,
      id: token.id,
      token_hash: tokenHash,
      name: token.name,
      scopes: token.scopes,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      writes_per_day: token.budget.writes,
      runs_per_day: token.budget.runs,
    })
    .execute()
  await db
    .insertInto('access_token_keys')
    .values({ token_hash: tokenHash, user_id: userId, token_id: token.id })
    .execute()
}

export async function listTokens(db: Db, userId: UserId): Promise<AccessToken[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from access_tokens t where t.user_id = ${userId} order by t.created_at desc, t.id desc
  `.execute(db)
  return rows.map(toToken)
}

export async function countTokens(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from access_tokens t where t.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export type TokenKey = { userId: UserId; tokenId: TokenId }

/** Where this token is. Only the token itself says whether it is valid. */
export async function findTokenKey(db: Db, tokenHash: Buffer): Promise<TokenKey | null> {
  const { rows } = await sql<TokenKey>`
    select k.user_id as "userId", k.token_id as "tokenId" from access_token_keys k where k.token_hash = ${tokenHash}
  `.execute(db)
  return rows[0] ?? null
}

export async function findToken(db: Db, { userId, tokenId }: TokenKey, now: Date): Promise<AccessToken | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from access_tokens t
    where t.user_id = ${userId} and t.id = ${tokenId} and (t.expires_at is null or t.expires_at > ${now})
  `.execute(db)
  return rows[0] ? toToken(rows[0]) : null
}

export async function touchToken(db: Db, { userId, tokenId }: TokenKey, now: Date): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .execute()
}

/** False when it belongs to another user or is already deleted. */
export async function deleteToken(db: Db, userId: UserId, id: TokenId): Promise<boolean> {
  return (await deleteTokensWhere(db, userId, sql`id = ${id}`)) === 1
}

/** Returns how many there were. */
export async function deleteTokensOf(db: Db, userId: UserId): Promise<number> {
  const deleted = await deleteTokensWhere(db, userId, sql`true`)
  await db.deleteFrom('token_usage').where('user_id', '=', userId).execute()
  return deleted
}

/** Deletes tokens and then their keys, one statement for each key, because each is on a shard of its own. */
async function deleteTokensWhere(db: Db, userId: UserId, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ tokenHash: Buffer }>`
    delete from access_tokens where user_id = ${userId} and ${condition} returning token_hash as "tokenHash"
  `.execute(db)
  for (const { tokenHash } of rows)
    await db.deleteFrom('access_token_keys').where('token_hash', '=', tokenHash).execute()
  return rows.length
}

type Spent = { userId: UserId; tokenId: TokenId; day: string }

/**
 * Spends units of the daily budget and returns whether they were left; it spends all of them or none. The comparison is part of
 * the statement: of two concurrent calls for the last unit, the second waits for the row lock and then finds none.
 */
export async function spendBudget(
  db: Db,
  { userId, tokenId, day }: Spent,
  what: Spending,
  max: number | null,
  units = 1,
): Promise<boolean> {
  // The statement compares with what was used before, and the first use has no such row. Citus refuses an insert from a select here.
  if (max !== null && units > max) return false
  const used = sql`case when u.day >= excluded.day then ${sql.ref(`u.${what}`)} else 0 end`
  const { rows } = await sql`
    insert into token_usage as u (user_id, token_id, day, writes, runs)
    values (${userId}, ${tokenId}, ${day}, ${what === 'writes' ? units : 0}, ${what === 'runs' ? units : 0})
    on conflict (user_id, token_id) do update set
      day = greatest(u.day, excluded.day),
      writes = case when u.day >= excluded.day then u.writes else 0 end + excluded.writes,
      runs = case when u.day >= excluded.day then u.runs else 0 end + excluded.runs
    where ${max}::int is null or ${used} + ${units}::int <= ${max}
    returning u.user_id
  `.execute(db)
  return rows.length === 1
}

/** Refunds a run that never started. */
export async function refundBudget(db: Db, { userId, tokenId, day }: Spent, what: Spending): Promise<void> {
  const column = sql.ref(what)
  await sql`
    update token_usage set ${column} = ${column} - 1
    where user_id = ${userId} and token_id = ${tokenId} and day = ${day} and ${column} > 0
  `.execute(db)
}

/** The usage of each token on this day; unused tokens are omitted. */
export async function listUsage(db: Db, userId: UserId, day: string): Promise<Map<TokenId, Used>> {
  const { rows } = await sql<Used & { tokenId: TokenId }>`
    select u.token_id as "tokenId", u.writes, u.runs from token_usage u where u.user_id = ${userId} and u.day = ${day}
  `.execute(db)
  return new Map(rows.map(({ tokenId, ...used }) => [tokenId, used]))
}

export async function deleteUsage(db: Db, userId: UserId, tokenId: TokenId): Promise<void> {
  await db.deleteFrom('token_usage').where('user_id', '=', userId).where('token_id', '=', tokenId).execute()
}
