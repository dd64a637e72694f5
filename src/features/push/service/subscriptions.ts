import { type EndpointHash, parseId, type SessionId, type UserId } from '#base/ids.ts'
import { deviceName } from '#base/device.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { withQuota } from '#platform/db/quota.ts'
import { areKeysUsable, isEndpointAllowed } from '#platform/push/sender.ts'
import * as events from '../events.ts'
import * as problems from '../problems.ts'
import * as store from '../store/subscriptions.ts'
import { CLEANUP_AFTER_DAYS, type Device, MAX_DEVICES, type NewSubscription } from '../subscription.ts'

export type PushSettings = { enabled: boolean; testEndpoints: boolean }

/** Identifies the device in responses, events and logs. */
function hashOf(endpoint: string): EndpointHash {
  const hash = parseId<'endpoint'>(sha256(endpoint).toString('hex').slice(0, 32))
  if (!hash) throw new Error('the endpoint hash is not an id')
  return hash
}

export function listDevices(ctx: UserCtx): Promise<Device[]> {
  return store.listDevices(ctx.db, ctx.user.id)
}

/** Upserts the device: a browser subscribes again on each start and must stay one row. */
export async function subscribe(
  ctx: UserCtx,
  settings: PushSettings,
  asked: NewSubscription,
  { userAgent, sessionId }: { userAgent: string | null; sessionId: SessionId },
): Promise<EndpointHash> {
  if (!settings.enabled) throw problems.pushOff()
  if (!isEndpointAllowed(asked.endpoint, settings.testEndpoints)) throw problems.invalidEndpoint({ field: 'endpoint' })
  if (!areKeysUsable(asked)) throw problems.invalidKeys({ field: 'keys' })
  const endpointHash = hashOf(asked.endpoint)
  const { host } = new URL(asked.endpoint)
  const device = deviceName(userAgent)
  const isKnown = await withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    // A sign-out at the same time waits and then deletes the subscription, or this request finds no session.
    if (!(await store.lockSession(trx, ctx.user.id, sessionId))) throw problems.sessionEnded()
    const mine = await store.listDevices(trx, ctx.user.id)
    const known = mine.some((each) => each.endpointHash === endpointHash)
    const quota = { max: MAX_DEVICES, count: async () => mine.length, exceeded: problems.tooManyDevices }
    if (!known) await assertFreeSlot(quota)
    await takeFromFormerOwner(trx, endpointHash, ctx.user.id)
    await store.upsertSubscription(trx, ctx.user.id, { ...asked, endpointHash, host, device, sessionId }, ctx.now)
    return known
  })
  if (!isKnown) ctx.emit(events.pushSubscribed, { endpoint_hash: endpointHash })
  return endpointHash
}

/** When a session is replaced by another one in the same browser, in the caller's transaction. */
export async function keepSubscriptions(
  trx: Db,
  userId: UserId,
  { from, to }: { from: SessionId; to: SessionId },
): Promise<void> {
  await store.moveToSession(trx, userId, from, to)
}

/** Removes the subscription of the previous user of this browser, who must not get notifications there. */
async function takeFromFormerOwner(db: Db, hash: EndpointHash, userId: UserId): Promise<void> {
  const before = await store.ownerOf(db, hash)
  if (before === userId) return
  if (before !== null) {
    await store.removeSubscription(db, before, hash)
    await store.dropOwner(db, hash, before)
  }
  await store.addOwner(db, hash, userId)
}

/** Returns false when it was not subscribed, which is not an error. */
export async function unsubscribe(ctx: UserCtx, endpoint: string): Promise<boolean> {
  return removeByHash(ctx, hashOf(endpoint))
}

export async function removeDevice(ctx: UserCtx, hash: EndpointHash): Promise<void> {
  if (!(await removeByHash(ctx, hash))) throw problems.deviceNotFound({ endpoint_hash: hash })
}

async function removeByHash(ctx: UserCtx, hash: EndpointHash): Promise<boolean> {
  const removed = await store.removeSubscription(ctx.db, ctx.user.id, hash)
  await store.dropOwner(ctx.db, hash, ctx.user.id)
  if (removed) ctx.emit(events.pushUnsubscribed, { endpoint_hash: hash })
  return removed
}

export async function cleanUp(ctx: UserCtx): Promise<number> {
  const silentSince = addSeconds(ctx.now, -CLEANUP_AFTER_DAYS * SECONDS_PER_DAY)
  const removed = await store.removeMany(ctx.db, ctx.user.id, silentSince)
  await dropOwners(ctx, removed)
  ctx.emit(events.pushCleanup, { count: removed.length })
  return removed.length
}

export async function removeAll(ctx: UserCtx): Promise<number> {
  const removed = await store.removeMany(ctx.db, ctx.user.id, null)
  await dropOwners(ctx, removed)
  ctx.emit(events.pushDeleteAll, { count: removed.length })
  return removed.length
}

async function dropOwners(ctx: UserCtx, hashes: readonly EndpointHash[]): Promise<void> {
  // At most MAX_DEVICES, each in its own shard.
  await Promise.all(hashes.map((hash) => store.dropOwner(ctx.db, hash, ctx.user.id)))
}

/** Emits a step of the service worker, by name only. */
export function reportStep(ctx: UserCtx, step: string): void {
  ctx.emit(events.swPushReport, { step })
}
