import type { EndpointHash } from '#base/ids.ts'

export const MAX_DEVICES = 20
/** On request, devices that failed and were not reached for this long are removed. */
export const CLEANUP_AFTER_DAYS = 30

export type NewSubscription = { endpoint: string; p256dh: string; auth: string }

/** A subscribed browser as its owner sees it, without the endpoint. */
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
