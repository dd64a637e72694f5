import { SECONDS_PER_DAY, addSeconds } from '#base/time.ts'

const PROOFS = ['passkey', 'oidc', 'password', 'messenger', 'recovery_code', 'link'] as const

/** How the person at the keyboard proved to be the owner of the account. */
export type Proof = {
  by: (typeof PROOFS)[number]
  /** When they did so, at the provider or the messenger too. Null when a provider did not tell: then the session confirms nothing. */
  at: Date | null
  /** The OpenID Connect provider. */
  provider?: string
}

/** Sessions expire 30 days after last use and 90 days after sign-in. */
const SLIDING_DAYS = 30
const ABSOLUTE_DAYS = 90

/** How stale `last_seen_at` may be: writing it on every request costs more than the precision is worth. */
const TOUCH_AFTER_SECONDS = 600

export function absoluteEnd(signedInAt: Date): Date {
  return addSeconds(signedInAt, ABSOLUTE_DAYS * SECONDS_PER_DAY)
}

export function slidingEnd(seenAt: Date, endsAt: Date): Date {
  const sliding = addSeconds(seenAt, SLIDING_DAYS * SECONDS_PER_DAY)
  return sliding < endsAt ? sliding : endsAt
}

export function needsTouch(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= TOUCH_AFTER_SECONDS * 1000
}
