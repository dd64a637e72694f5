import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { shareNotFound } from '../problems.ts'
import { isOver, type ListedShare, sharePath, type ShareId } from '../share.ts'
import * as store from '../store/shares.ts'

const LISTED = 100

/** The newest shares of this user, or of one of their files. */
export async function listShares(ctx: UserCtx, origin: string, fileId: FileId | null = null): Promise<ListedShare[]> {
  const shares = await store.listShares(ctx.db, ctx.user.id, fileId, LISTED)
  return shares.map((share) => ({ ...share, url: origin + sharePath(share), isOver: isOver(share, ctx.now) }))
}

/** Revokes a share at once: its URL returns 404 from now on. */
export async function revokeShare(ctx: UserCtx, id: ShareId): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const key = await store.deleteShare(trx, ctx.user.id, id)
    if (key === null) throw shareNotFound({ share_id: id })
    await store.deleteKeys(trx, [key])
  })
}

/** Expired shares stay in the list for a while, so that their owner sees what became of them. */
const KEPT_DAYS = 30
const BATCH = 200

/** Run by the worker. */
export async function sweepShares(db: Db, now: Date): Promise<number> {
  const before = addSeconds(now, -KEPT_DAYS * SECONDS_PER_DAY)
  let swept = 0
  for (;;) {
    const keys = await db.transaction().execute(async (trx) => {
      const ended = await store.deleteEnded(trx, before, BATCH)
      await store.deleteKeys(trx, ended)
      return ended
    })
    swept += keys.length
    if (keys.length < BATCH) return swept
  }
}
