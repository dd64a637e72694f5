import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** For null the same statement is sent, so that the time of an answer does not tell whether a name exists. */
export async function isKnownDevice(db: Db, userId: UserId | null, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices where user_id = ${userId ?? '0'} and hash = ${hash} and expires_at > ${now}
  `.execute(db)
  return rows.length > 0
}

export type KnownDevice = { hash: Buffer; createdAt: Date; expiresAt: Date }

/** Keeps the newest `max` devices: each one has a few guesses of its own, so their number must be bounded. */
export async function insertKnownDevice(db: Db, userId: UserId, device: KnownDevice, max: number): Promise<void> {
  const { hash, createdAt, expiresAt } = device
  await sql`
    insert into known_devices (user_id, hash, created_at, expires_at)
    values (${userId}, ${hash}, ${createdAt}, ${expiresAt})
  `.execute(db)
  await sql`
    delete from known_devices where user_id = ${userId} and hash not in (
      select d.hash from known_devices d where d.user_id = ${userId} order by d.created_at desc, d.hash limit ${max}
    )
  `.execute(db)
}

export async function deleteKnownDevice(db: Db, userId: UserId, hash: Buffer): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).where('hash', '=', hash).execute()
}

export async function deleteKnownDevicesOf(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

/** Of all users. */
export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  await sql`/* worker */ delete from known_devices where expires_at < ${now}`.execute(db)
}
