import { problem } from '#platform/problem.ts'

export const pushOff = problem(409, 'push_disabled', {
  he: 'התראות דחיפה כבויות בהתקנה הזו.',
  en: 'Push notifications are switched off in this installation.',
})

export const invalidEndpoint = problem<{ field: 'endpoint' }>(400, 'invalid_endpoint', {
  he: 'הכתובת אינה של שירות דחיפה.',
  en: 'The endpoint is not the URL of a push service.',
})

export const invalidKeys = problem<{ field: 'keys' }>(400, 'invalid_keys', {
  he: 'מפתחות ההצפנה של הדפדפן אינם תקינים.',
  en: "The browser's encryption keys are not valid.",
})

export const tooManyDevices = problem<{ max: number }>(409, 'too_many_devices', {
  he: 'יש יותר מדי מכשירים רשומים. אפשר להסיר אחד בהגדרות.',
  en: 'Too many devices are subscribed. One can be removed in the settings.',
})

export const sessionEnded = problem(401, 'session_ended', {
  he: 'החיבור הזה הסתיים בינתיים.',
  en: 'This session has ended meanwhile.',
})

export const deviceNotFound = problem<{ endpoint_hash: string }>(404, 'device_not_found', {
  he: 'המכשיר כבר לא רשום.',
  en: 'This device is no longer subscribed.',
})
