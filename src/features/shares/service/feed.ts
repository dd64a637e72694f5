import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { findPerson } from '#features/auth/public.ts'
import { feedPath, type ReadFeed } from '../feed.ts'
import { feedNotFound, shareNotFound } from '../problems.ts'
import type { ShareId } from '../share.ts'
import * as store from '../store/feed.ts'

/** The address of the user's own feed; null while it is off. */
export async function findFeedUrl(ctx: UserCtx, origin: string): Promise<string | null> {
  const feed = await store.findFeed(ctx.db, ctx.user.id)
  return feed && origin + feedPath(feed.key)
}

/** Off deletes the address for good: turning it on again makes another one. */
export async function switchFeed(ctx: UserCtx, isOn: boolean): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (isOn) await store.insertFeed(trx, ctx.user.id, ctx.newToken(), ctx.now)
    else await store.deleteFeed(trx, ctx.user.id)
  })
}

/** Adds a public link to the feed or removes it. */
export async function setInFeed(ctx: UserCtx, id: ShareId, isInFeed: boolean): Promise<void> {
  const found = await store.setInFeed(ctx.db, ctx.user.id, id, isInFeed ? ctx.now : null)
  if (!found) throw shareNotFound({ share_id: id })
}

/** Older links leave the feed; they stay open. */
const ENTRIES = 100

/** The feed at an address, for whoever has the address. */
export async function readFeed(ctx: Ctx, key: string): Promise<ReadFeed> {
  const owner = await store.findFeedOwner(ctx.db, key)
  const feed = owner && (await store.findFeed(ctx.db, owner))
  const person = owner && (await findPerson(ctx.db, owner))
  if (!owner || !person || feed?.key !== key) throw feedNotFound()
  const shares = await store.listFeed(ctx.db, owner, ctx.now, ENTRIES)
  return { key, owner: person.firstName, locale: person.locale ?? 'en', createdAt: feed.createdAt, shares }
}
