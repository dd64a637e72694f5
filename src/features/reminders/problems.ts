import { problem } from '#platform/problem.ts'
import { PRESETS } from './reminder.ts'
import { MAX_REPEAT_INTERVAL, REPEAT_UNITS } from './repeat.ts'

export const reminderNotFound = problem<{ note_id: string }>(404, 'reminder_not_found', {
  he: 'אין תזכורת כזו, או שמועדה השתנה.',
  en: 'There is no such reminder, or its time has changed.',
})

export const invalidRemindAt = problem<{ field: 'remind_at' }>(400, 'invalid_remind_at', {
  he: 'remind_at אינו מועד תקין.',
  en: 'remind_at is not a valid moment.',
})

export const ambiguousRequest = problem(400, 'ambiguous_request', {
  he: 'יש לשלוח preset או at, אחד מהם בלבד.',
  en: 'Send either preset or at, exactly one of them.',
})

const invalidPreset = problem<{ field: 'preset'; allowed: readonly string[] }>(400, 'invalid_preset', {
  he: 'אין קיצור כזה לתזכורת.',
  en: 'There is no such preset.',
})
export const unknownPreset = () => invalidPreset({ field: 'preset', allowed: PRESETS })

export const invalidTz = problem<{ field: 'tz' }>(400, 'invalid_tz', {
  he: 'tz אינו שם של אזור זמן.',
  en: 'tz is not a valid time zone.',
})

export const invalidAt = problem<{ field: 'at' }>(400, 'invalid_at', {
  he: 'at אינו תאריך ושעה תקינים.',
  en: 'at is not a valid date and time.',
})

export const timeInPast = problem<{ field: 'at' }>(400, 'time_in_past', {
  he: 'המועד הזה כבר עבר.',
  en: 'That time has already passed.',
})

const invalidRepeat = problem<{ field: 'repeat'; units: readonly string[]; max: number }>(400, 'invalid_repeat', {
  he: 'repeat אינו כלל חזרה תקין.',
  en: 'repeat is not a valid rule.',
})
export const unknownRepeat = () => invalidRepeat({ field: 'repeat', units: REPEAT_UNITS, max: MAX_REPEAT_INTERVAL })

export const invalidMinutes = problem<{ field: 'minutes'; min: number; max: number }>(
  400,
  'invalid_minutes',
  { he: 'minutes הוא מספר שלם בין 1 ל-1440.', en: 'minutes is a whole number from 1 to 1440.' },
  'Invalid minutes',
)

export const reminderChangedHere = problem<{ note_id: string }>(409, 'reminder_changed_here', {
  he: 'התזכורת של הפתק השתנתה כאן מאז הייצוא, ולכן נשארה כפי שהיא.',
  en: 'The reminder has changed since the export, so it was not overwritten.',
})

export const invalidReminderExport = problem<{ field: string }>(400, 'invalid_reminder_export', {
  he: 'פרטי התזכורת בייצוא אינם תקינים.',
  en: 'The reminder in the export is not valid.',
})

export const nothingToWatch = problem<{ note_id: string }>(409, 'nothing_to_watch', {
  he: 'הפתק אינו על שורות קוד שאפשר למצוא עכשיו, ולכן אין אחרי מה לעקוב.',
  en: 'The note is not on lines of code that can be found now, so there is nothing to watch.',
})

export const noSymbolToWatch = problem<{ note_id: string }>(409, 'no_symbol_to_watch', {
  he: 'אין סביב השורות פונקציה או טיפוס שאפשר לעקוב אחריהם.',
  en: 'There is no function or type around the lines that can be watched.',
})

export const watchTooLong = problem<{ max: number }>(409, 'watch_too_long', {
  he: 'הקוד ארוך מדי למעקב: עד 50,000 תווים.',
  en: 'The code is too long to watch: up to 50,000 characters.',
})

export const watchBusy = problem<{ note_id: string }>(409, 'watch_busy', {
  he: 'הקוד או הפתק נשמרו באותו רגע. אפשר לנסות שוב.',
  en: 'The code or the note was saved at the same moment. Try again.',
})

export const watchNotFound = problem<{ note_id: string }>(404, 'watch_not_found', {
  he: 'הפתק אינו עוקב אחרי הקוד שלו.',
  en: 'The note does not watch its code.',
})
