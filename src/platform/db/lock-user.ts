import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from './pool.ts'

/**
 * Locks the user's row until the transaction ends, which serialises the transactions of this user that call it. `withQuota`
 * does so for every limited insert. This lock does not block foreign key checks on the row.
 */
export async function lockUser(trx: Db, userId: UserId): Promise<void> {
  await sql`select from users u where u.user_id = ${userId} for no key update`.execute(trx)
}
