import { problem } from '#platform/problem.ts'

export const webhookOff = problem(503, 'alerts_webhook_off', {
  he: 'קבלת התראות כבויה: ALERTS_WEBHOOK_SECRET לא הוגדר.',
  en: 'Alerts are not accepted: ALERTS_WEBHOOK_SECRET is not set.',
})

export const webhookRefused = problem(401, 'invalid_webhook_secret', {
  he: 'הסוד של מנהל ההתראות אינו נכון.',
  en: 'The webhook secret is wrong.',
})

export const unreadableAlerts = problem<{ field: string }>(400, 'invalid_alerts', {
  he: 'ההתראות אינן בצורה של Alertmanager.',
  en: 'The body is not an Alertmanager payload.',
})

export const invalidWindow = problem<{ field: string }>(400, 'invalid_window', {
  he: 'חלון הזמן אינו תקין: או טווח, או התחלה וסוף שאחריה.',
  en: 'The window is not valid: either a range, or a start and an end after it.',
})

export const beyondRetention = problem<{ field: string; min: string }>(400, 'beyond_retention', {
  he: 'הרישומים נשמרים 90 יום, והחלון מתחיל לפני כן.',
  en: 'Records are kept for 90 days, and the window begins before that.',
})

export const granularityTooFine = problem<{ field: 'granularity'; allowed: readonly string[] }>(
  400,
  'granularity_too_fine',
  {
    he: 'הספירות של החלון הזה כבר לא נשמרות ברזולוציה כזו.',
    en: 'Counts of this window are no longer stored at this granularity.',
  },
)

export const invalidCursor = problem<{ field: 'cursor' }>(400, 'invalid_cursor', {
  he: 'המקום ברשימה אינו תקין.',
  en: 'The cursor is not valid.',
})

export const alertNotFound = problem<{ alert_id: string }>(404, 'alert_not_found', {
  he: 'אין התראה כזו.',
  en: 'There is no such alert.',
})
