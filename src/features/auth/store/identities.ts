import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Identity, MethodId, SignInMethod } from '../identity.ts'
import { deleteMessengerAccount, findMessengerAccount, insertMessengerAccount } from './messenger-accounts.ts'

/** The user that this identity leads to. Only the user's own `sign_in_methods` says whether it is valid. */
export async function findIdentity(db: Db, { method, issuer, subject }: Identity): Promise<UserId | null> {
  if (method === 'messenger') return findMessengerAccount(db, subject)
  const row = await db
    .selectFrom('sign_in_keys')
    .select('user_id')
    .where('subject', '=', subject)
    .where('issuer', '=', issuer)
    .where('method', '=', method)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Returns the user who has the identity now: another one than `userId` when it was claimed before or at the same time. */
export async function claimIdentity(db: Db, identity: Identity, userId: UserId, now: Date): Promise<UserId> {
  const owner = (await insertIdentity(db, identity, userId, now)) ?? (await findIdentity(db, identity))
  if (owner === null) throw new Error('The identity was neither inserted nor found')
  return owner
}

async function insertIdentity(db: Db, identity: Identity, userId: UserId, now: Date): Promise<UserId | null> {
  const { method, issuer, subject } = identity
  if (method === 'messenger') return insertMessengerAccount(db, subject, userId, now)
  const made = await db
    .insertInto('sign_in_keys')
    .values({ method, issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'issuer', 'method']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made?.user_id ?? null
}

export async function insertMethod(db: Db, userId: UserId, method: SignInMethod): Promise<void> {
  const { id, method: kind, issuer, subject, name, createdAt, lastUsedAt } = method
  await db
    .insertInto('sign_in_methods')
    .values({
      user_id: userId,
      id,
      method: kind,
      issuer,
      subject,
      name,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'method', 'issuer', 'subject']).doNothing())
    .execute()
}

/** False when the user has removed this way in. */
export async function markMethodUsed(db: Db, userId: UserId, identity: Identity, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_methods')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('method', '=', identity.method)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function listMethods(db: Db, userId: UserId): Promise<SignInMethod[]> {
  const { rows } = await sql<SignInMethod>`
    select id, method, issuer, subject, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from sign_in_methods where user_id = ${userId} order by created_at, id
  `.execute(db)
  return rows
}

/** False when the user has no such method. */
export async function renameMethod(db: Db, userId: UserId, id: MethodId, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_methods')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes the identity too, which is on a shard of its own. */
export async function deleteMethod(
  db: Db,
  userId: UserId,
  { id, method, issuer, subject }: SignInMethod,
): Promise<void> {
  await db.deleteFrom('sign_in_methods').where('user_id', '=', userId).where('id', '=', id).execute()
  if (method === 'messenger') return deleteMessengerAccount(db, subject)
  await db
    .deleteFrom('sign_in_keys')
    .where('subject', '=', subject)
    .where('issuer', '=', issuer)
    .where('method', '=', method)
    .execute()
}
