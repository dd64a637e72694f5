import type { Db } from '#platform/db/pool.ts'

/** False when the hash was used before. */
export async function markLoginHashUsed(db: Db, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('login_hashes')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteExpiredLoginHashes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_hashes').where('expires_at', '<', now).execute()
}
