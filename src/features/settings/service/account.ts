import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { eraseUser } from '#platform/db/delete-user-rows.ts'
import type { Db } from '#platform/db/pool.ts'
import { GRACE_DAYS } from '../preferences.ts'
import * as store from '../store.ts'

/** Schedules the deletion; every page shows until when it can be cancelled. */
export async function scheduleDeletion(ctx: UserCtx): Promise<void> {
  await store.scheduleDeletion(ctx.db, ctx.user.id, ctx.now, addSeconds(ctx.now, GRACE_DAYS * SECONDS_PER_DAY))
}

export async function cancelDeletion(ctx: UserCtx): Promise<boolean> {
  return store.cancelDeletion(ctx.db, ctx.user.id, ctx.now)
}

const AT_ONCE = 20
/** Credentials first, so that no request can authenticate while the other rows are deleted. */
const DOORS = [
  'identities',
  'sign_in_keys',
  'one_time_secrets',
  'sign_in_methods',
  'passwords',
  'known_devices',
  'recovery_codes',
  'sessions',
  'session_keys',
  'access_tokens',
  'access_token_keys',
  'share_keys',
  'share_feed_keys',
]

/**
 * Deletes the accounts that are due. The deletion mark is removed only in a round that found no other rows: a request in
 * flight may have inserted one, and an interrupted deletion must resume.
 */
export async function eraseDueAccounts(db: Db, now: Date): Promise<number> {
  const due = await store.findDue(db, now, AT_ONCE)
  for (const userId of due) {
    const erased = await eraseUser(db, userId, { first: DOORS, keep: ['account_deletions'] })
    if (erased === 0) await store.deleteDeletionMark(db, userId)
  }
  return due.length
}
