import { type EndpointHash, parseId, type UserId } from '#base/ids.ts'
import { nameOfDevice } from '#base/device.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { areKeysUsable, isEndpointAllowed } from '#platform/push/sender.ts'
import * as events from '../events.ts'
import * as problems from '../problems.ts'
import * as store from '../store/subscriptions.ts'
import { CLEANUP_AFTER_DAYS, type Device, MAX_DEVICES, type NewSubscription } from '../subscription.ts'

export type PushSettings = { enabled: boolean; testEndpoints: boolean }

/** The device's name in answers, events and logs. */
function hashOf(endpoint: string): EndpointHash {
  const hash = parseId<'endpoint'>(sha256(endpoint).toString('hex').slice(0, 32))
  if (!hash) throw new Error('a hash is hex')
  return hash
}

export function listDevices(ctx: UserCtx): Promise<Device[]> {
  return store.listDevices(ctx.db, ctx.user.id)
}

/** Also how a browser says on each start that it is still there: the same device stays one row. */
export async function subscribe(
  ctx: UserCtx,
  settings: PushSettings,
  asked: NewSubscription,
  userAgent: string | null,
): Promise<EndpointHash> {
  if (!settings.enabled) throw problems.pushOff()
  if (!isEndpointAllowed(asked.endpoint, settings.testEndpoints)) throw problems.invalidEndpoint({ field: 'endpoint' })
  if (!areKeysUsable(asked)) throw problems.invalidKeys({ field: 'keys' })
  const endpointHash = hashOf(asked.endpoint)
  const mine = await store.listDevices(ctx.db, ctx.user.id)
  const known = mine.some((device) => device.endpointHash === endpointHash)
  if (!known && mine.length >= MAX_DEVICES) throw problems.tooManyDevices({ max: MAX_DEVICES })
  await takeFromFormerOwner(ctx.db, endpointHash, ctx.user.id)
  const { host } = new URL(asked.endpoint)
  const device = nameOfDevice(userAgent)
  await store.upsertSubscription(ctx.db, ctx.user.id, { ...asked, endpointHash, host, device }, ctx.now)
  if (!known) ctx.emit(events.pushSubscribed, { endpoint_hash: endpointHash })
  return endpointHash
}

/** A browser that changes hands no longer shows its former owner's reminders. */
async function takeFromFormerOwner(db: Db, hash: EndpointHash, userId: UserId): Promise<void> {
  const before = await store.ownerOf(db, hash)
  if (before === userId) return
  if (before !== null) {
    await store.removeSubscription(db, before, hash)
    await store.dropOwner(db, hash, before)
  }
  await store.addOwner(db, hash, userId)
}

/** False when it was not subscribed: what was asked for is so already. */
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
  // At most MAX_DEVICES, each in a shard of its own.
  await Promise.all(hashes.map((hash) => store.dropOwner(ctx.db, hash, ctx.user.id)))
}

/** A step of the service worker, by name only. */
export function reportStep(ctx: UserCtx, step: string): void {
  ctx.emit(events.swPushReport, { step })
}
