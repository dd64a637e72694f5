import type { EndpointHash } from '#base/ids.ts'
import { event, type Resource } from '#platform/events/event.ts'

type ToDevice = { resource: Resource; endpoint_hash: EndpointHash }

export const pushSendAttempt = event('info')<ToDevice & { attempt: number }>('push_send_attempt', 'ניסיון לשלוח תזכורת')
export const pushSendError = event('error')<ToDevice & { status: number; reason: string; final: boolean }>(
  'push_send_error',
  'שליחת תזכורת נכשלה',
)
export const pushSendNoSubscriptions = event('info')<{ resource: Resource }>(
  'push_send_no_subscriptions',
  'אין מכשיר רשום לתזכורת',
)
