import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { type Device, FAILURES, SW_STEPS } from './subscription.ts'

const Endpoint = z.string().max(2048)
/** The format of `PushSubscription.toJSON()`. */
export const SubscribeBody = z.object({
  endpoint: Endpoint,
  expirationTime: z.number().nullish(),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
export const UnsubscribeBody = z.object({ endpoint: Endpoint })
export const SwReportBody = z.strictObject({ step: z.enum(SW_STEPS) })
export const DeviceParams = z.object({ hash: z.string() })

export const PublicKeyReply = z.object({ ok: z.literal(true), public_key: z.string().nullable() })
export const SubscribeReply = z.object({ ok: z.literal(true), endpoint_hash: z.string() })
export const RemovedReply = z.object({ ok: z.literal(true), removed: z.int() })

const DeviceItem = z.object({
  endpoint_hash: z.string(),
  device: z.string(),
  created_at: z.string(),
  last_ok_at: z.string().nullable(),
  last_failed_at: z.string().nullable(),
  last_failure: z.enum(FAILURES).nullable(),
})
export const DevicesReply = z.object({ ok: z.literal(true), subscriptions: z.array(DeviceItem), count: z.int() })

export const TestReply = z.object({
  ok: z.literal(true),
  sent: z.int(),
  failed: z.int(),
  results: z.array(z.object({ endpoint_hash: z.string(), status: z.int() })),
})

export function toItem(device: Device): z.output<typeof DeviceItem> {
  return {
    endpoint_hash: device.endpointHash,
    device: device.device,
    created_at: isoUtc(device.createdAt),
    last_ok_at: device.lastOkAt && isoUtc(device.lastOkAt),
    last_failed_at: device.lastFailedAt && isoUtc(device.lastFailedAt),
    last_failure: device.lastFailure,
  }
}
