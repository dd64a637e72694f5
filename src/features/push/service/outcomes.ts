import type { EndpointHash, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Emit } from '#platform/events/event.ts'
import type { IdleSender, SendOutcome } from '#platform/push/sender.ts'
import { missingVapidPrivate, pushDeadEndpoints } from '../events.ts'
import * as store from '../store/subscriptions.ts'
import type { Failure } from '../subscription.ts'

/** Null when the push service accepted it. */
export function toFailure(sent: SendOutcome): Failure | null {
  if (sent.outcome === 'accepted') return null
  return sent.outcome === 'unreachable' ? sent.why : 'refused'
}

type Outcome = { userId: UserId; hash: EndpointHash; sent: SendOutcome }

/** Records the outcomes of sends on the devices. Only 404 and 410 remove one: an outage must not unsubscribe devices. */
export async function recordOutcomes(db: Db, emit: Emit, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const dead = outcomes.filter(({ sent }) => sent.outcome === 'gone')
  const contacts = outcomes
    .filter(({ sent }) => sent.outcome !== 'gone')
    .map(({ userId, hash, sent }) => ({ userId, hash, failure: toFailure(sent) }))
  if (contacts.length > 0) await store.recordContacts(db, contacts, now)
  for (const { userId, hash } of dead) {
    await store.removeSubscription(db, userId, hash)
    await store.dropOwner(db, hash, userId)
    emit(pushDeadEndpoints, { count: 1, endpoint_hash: hash })
  }
}

/** Emits an error only for local sending without a private key, a configuration error; push may be off on purpose. */
export function emitMissingKey({ emit }: { emit: Emit }, sender: IdleSender): void {
  if (sender.why === 'missing_private_key') emit(missingVapidPrivate, {})
}
