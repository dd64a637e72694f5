import type { EndpointHash } from '#base/ids.ts'
import { event, type Resource } from '#platform/events/event.ts'

type Device = { endpoint_hash: EndpointHash }

export const pushSubscribed = event('info')<Device>('push_subscribed', 'דפדפן נרשם להתראות')
export const pushUnsubscribed = event('info')<Device>('push_unsubscribed', 'רישום דפדפן להתראות הוסר')
export const pushCleanup = event('info')<{ count: number }>('push_subscriptions_cleanup', 'מכשירים ישנים נוקו')
export const pushDeleteAll = event('info')<{ count: number }>('push_subscriptions_delete_all', 'כל המכשירים הוסרו')
export const pushDeadEndpoints = event('info')<{ count: number; endpoint_hash: EndpointHash }>(
  'push_deleted_dead_endpoints',
  'רישומים מתים הוסרו',
)
export const swPushReport = event('info')<{ step: string }>('sw_push_report', 'דיווח מהדפדפן על טיפול בהתראה')
export const missingVapidPrivate = event('error')<Record<never, never>>(
  'push_send_missing_vapid_private',
  'אין מפתח VAPID פרטי לשליחה',
)
export const pushTestResult = event('info')<{ sent: number; failed: number }>('push_test_result', 'תוצאת בדיקת התראה')
export const pushTestLocalError = event('error')<Device & { status: number; reason: string }>(
  'push_test_local_error',
  'בדיקת התראה נכשלה בשליחה מקומית',
)
export const pushTestWorkerError = event('error')<Device & { status: number; reason: string }>(
  'push_test_worker_error',
  'בדיקת התראה נכשלה דרך עובד הדחיפה',
)

type AgentEvent = { resource: Resource; kind: string }
export const pushEventSendAttempt = event('info')<AgentEvent & { attempt: number }>(
  'push_event_send_attempt',
  'ניסיון לשלוח אירוע של סוכן',
)
export const pushEventUnknownKind = event('warn')<AgentEvent>(
  'push_event_unknown_kind',
  'אירוע סוכן מסוג לא מוכר הושבת',
)
export const pushEventExhausted = event('error')<AgentEvent & { attempts: number }>(
  'push_event_delivery_exhausted',
  'אירוע סוכן לא נמסר אחרי כל הניסיונות',
)
