import { problem } from '#platform/problem.ts'

export const noteNotFound = problem<{ note_id: string }>(404, 'note_not_found', {
  he: 'הפתק לא נמצא.',
  en: 'There is no such note.',
})

/** Every answer about a stale view carries the stored note: nobody has to guess, and nothing is retried blindly. */
type Stored = { updated_at: string; content: string; note: object }

export const noteConflict = problem<Stored>(409, 'conflict', {
  he: 'הפתק השתנה בינתיים במקום אחר.',
  en: 'The note was changed elsewhere in the meantime.',
})

export const taskIndexNotFound = problem<Stored>(409, 'task_index_not_found', {
  he: 'תיבת הסימון הזו כבר לא קיימת בפתק.',
  en: 'The note no longer has this checkbox.',
})

export const taskNotApplied = problem<Stored>(409, 'task_toggle_not_applied', {
  he: 'הסימון לא נשמר, כי הפתק השתנה באותו רגע.',
  en: 'The tick was not saved, because the note changed at that very moment.',
})

export const noFields = problem(400, 'no_fields', { he: 'אין מה לעדכן.', en: 'There is nothing to update.' })

export const contentTooLong = problem<{ field: 'content'; max: number }>(400, 'content_too_long', {
  he: 'הפתק ארוך מדי: עד 20,000 תווים.',
  en: 'The note is too long: up to 20,000 characters.',
})

export const noteQuotaExceeded = problem<{ max: number; scope: 'user' | 'board' | 'repo_file' }>(
  409,
  'note_quota_exceeded',
  {
    he: 'אין מקום לפתק נוסף.',
    en: 'There is no room for another note.',
  },
)

export const emptyQuery = problem<{ field: 'q' }>(400, 'empty_query', {
  he: 'אין מה לחפש.',
  en: 'There is nothing to search for.',
})

export const queryTooLong = problem<{ field: 'q'; max: number }>(400, 'query_too_long', {
  he: 'החיפוש ארוך מדי: עד 200 תווים.',
  en: 'The search is too long: up to 200 characters.',
})

export const invalidPrevUpdatedAt = problem<{ field: 'prev_updated_at' }>(400, 'invalid_prev_updated_at', {
  he: 'prev_updated_at אינו מועד תקין.',
  en: 'prev_updated_at is not a valid moment.',
})

export const historyNotFound = problem<{ note_id: string; seq: number }>(404, 'history_not_found', {
  he: 'התוכן הקודם הזה כבר לא שמור.',
  en: 'This earlier content is no longer kept.',
})
