import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MethodId } from '../identity.ts'

export type Passkey = {
  methodId: MethodId
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

export type NewPasskey = Passkey & { isBackupEligible: boolean; isBackedUp: boolean }

export async function insertPasskey(db: Db, userId: UserId, passkey: NewPasskey): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      method_id: passkey.methodId,
      public_key: Buffer.from(passkey.publicKey),
      counter: String(passkey.counter),
      transports: passkey.transports,
      is_backup_eligible: passkey.isBackupEligible,
      is_backed_up: passkey.isBackedUp,
    })
    .execute()
}

export async function findPasskey(db: Db, userId: UserId, credentialId: string): Promise<Passkey | null> {
  return (await listPasskeys(db, userId)).find((passkey) => passkey.credentialId === credentialId) ?? null
}

export async function listPasskeys(db: Db, userId: UserId): Promise<Passkey[]> {
  const { rows } = await sql<Omit<Passkey, 'counter'> & { counter: string }>`
    select p.method_id as "methodId", m.subject as "credentialId", p.public_key as "publicKey", p.counter, p.transports
    from passkeys p join sign_in_methods m on m.user_id = ${userId} and m.id = p.method_id
    where p.user_id = ${userId}
  `.execute(db)
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }))
}

export type PasskeyUse = { methodId: MethodId; from: number; to: number; isBackedUp: boolean }

/** False when the counter was changed at the same time: one of the two uses is of a copied key. */
export async function recordPasskeyUse(db: Db, userId: UserId, use: PasskeyUse): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: String(use.to), is_backed_up: use.isBackedUp })
    .where('user_id', '=', userId)
    .where('method_id', '=', use.methodId)
    .where('counter', '=', String(use.from))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
