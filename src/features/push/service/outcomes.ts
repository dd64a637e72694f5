import type { EndpointHash, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Emit } from '#platform/events/event.ts'
import type { IdleSender, Sent } from '#platform/push/sender.ts'
import { missingVapidPrivate, pushDeadEndpoints } from '../events.ts'
import * as store from '../store/subscriptions.ts'
import type { Failure } from '../subscription.ts'

/** Null when the push service took it. */
export function failureOf(sent: Sent): Failure | null {
  if (sent.outcome === 'accepted') return null
  return sent.outcome === 'unreachable' ? sent.why : 'refused'
}

type Outcome = { userId: UserId; hash: EndpointHash; sent: Sent }

/** Keeps the list of devices true after sends. Only 404 and 410 remove one: a bad night at a push service unsubscribes nobody. */
export async function recordOutcomes(db: Db, emit: Emit, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const dead = outcomes.filter(({ sent }) => sent.outcome === 'gone')
  const contacts = outcomes
    .filter(({ sent }) => sent.outcome !== 'gone')
    .map(({ userId, hash, sent }) => ({ userId, hash, failure: failureOf(sent) }))
  if (contacts.length > 0) await store.recordContacts(db, contacts, now)
  for (const { userId, hash } of dead) {
    await store.removeSubscription(db, userId, hash)
    await store.dropOwner(db, hash, userId)
    emit(pushDeadEndpoints, { count: 1, endpoint_hash: hash })
  }
}

/** Push that is off is no news; the local route without its key is a mistake of the operator. */
export function tellMissingKey({ emit }: { emit: Emit }, sender: IdleSender): void {
  if (sender.why === 'missing_private_key') emit(missingVapidPrivate, {})
}
