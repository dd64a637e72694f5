import type { UserId } from '#base/ids.ts'
import { lockUser } from './lock-user.ts'
import type { Db } from './pool.ts'

/** A limit on the rows of one user. */
export type Quota = {
  max: number
  count: (trx: Db) => Promise<number>
  /** The feature's problem for an insert beyond the limit. */
  exceeded: (details: { max: number }) => Error
}

/** Throws the problem of the first quota that has no free slot. */
export type AssertFreeSlot = (...quotas: readonly Quota[]) => Promise<void>

/**
 * Runs the insert of a limited row in a transaction that locks the user's row first. Only this transaction can check a quota:
 * without the lock two concurrent inserts would both count 49 of 50 and both commit. The lock comes before every other lock
 * of the transaction, so that two of them cannot deadlock.
 */
export async function withQuota<T>(
  db: Db,
  userId: UserId,
  insert: (trx: Db, assertFreeSlot: AssertFreeSlot) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    return insert(trx, async (...quotas) => {
      for (const { max, count, exceeded } of quotas) if ((await count(trx)) >= max) throw exceeded({ max })
    })
  })
}

/** The plain case of `withQuota`: every call inserts one row and counts against one quota. */
export async function insertWithinQuota<T>(
  db: Db,
  userId: UserId,
  quota: Quota,
  insert: (trx: Db) => Promise<T>,
): Promise<T> {
  return withQuota(db, userId, async (trx, assertFreeSlot) => {
    await assertFreeSlot(quota)
    return insert(trx)
  })
}
