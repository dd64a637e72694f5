import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { eraseUser } from '#platform/db/erase.ts'
import type { Db } from '#platform/db/pool.ts'
import { GRACE_DAYS } from '../preferences.ts'
import * as store from '../store.ts'

/** Nothing happens yet: every page says until when it can be taken back. */
export async function askDeletion(ctx: UserCtx): Promise<void> {
  await store.askDeletion(ctx.db, ctx.user.id, ctx.now, addSeconds(ctx.now, GRACE_DAYS * SECONDS_PER_DAY))
}

export async function keepAccount(ctx: UserCtx): Promise<boolean> {
  return store.dropDeletion(ctx.db, ctx.user.id, ctx.now)
}

const AT_ONCE = 20
/** The doors first: nobody comes in while the rest goes. */
const DOORS = ['identities', 'sessions', 'access_tokens', 'share_keys']

/**
 * Deletes the accounts whose time has come. The mark itself goes only in a round that found nothing else: a request that was
 * under way may have left a row behind, and a deletion that was cut short goes on.
 */
export async function eraseDueAccounts(db: Db, now: Date): Promise<number> {
  const due = await store.findDue(db, now, AT_ONCE)
  for (const userId of due) {
    const erased = await eraseUser(db, userId, { first: DOORS, keep: ['account_deletions'] })
    if (erased === 0) await store.endDeletion(db, userId)
  }
  return due.length
}
