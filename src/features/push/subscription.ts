import type { EndpointHash } from '#base/ids.ts'

export const MAX_DEVICES = 20
/** A device that failed and was not reached for this long is cleaned up on request. */
export const CLEANUP_AFTER_DAYS = 30

export type NewSubscription = { endpoint: string; p256dh: string; auth: string }

/** A browser that is told of reminders, as its owner sees it. The endpoint itself is not part of it. */
export type Device = {
  endpointHash: EndpointHash
  device: string
  createdAt: Date
  lastOkAt: Date | null
  lastFailedAt: Date | null
  lastFailure: Failure | null
}

export const FAILURES = ['refused', 'timeout', 'network', 'private_address'] as const
export type Failure = (typeof FAILURES)[number]

export const SW_STEPS = ['received', 'shown', 'clicked', 'done', 'snoozed', 'closed', 'failed'] as const
