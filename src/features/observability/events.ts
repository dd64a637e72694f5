import { event, type Resource } from '#platform/events/event.ts'

/** Omits name and labels, which are free text of the rule's author. The stored alert has them. */
export const alertReceived = event('info')<{ resource: Resource; status: string; alert_severity: string }>(
  'alert_received',
  'התקבלה התראה ממנהל ההתראות',
)

export const alertsParseError = event('error')<{ reason: string; bytes: number }>(
  'alerts_parse_error',
  'התראה שהתקבלה לא ניתנת לקריאה',
)
