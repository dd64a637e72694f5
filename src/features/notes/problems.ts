import { problem } from '#platform/problem.ts'

export const noteNotFound = problem<{ note_id: string }>(404, 'note_not_found', {
  he: 'הפתק לא נמצא.',
  en: 'There is no such note.',
})

/** Every error about a stale read carries the stored note, so that the client can rebase instead of retrying blindly. */
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
  en: 'The checkbox was not saved, because the note changed at the same time.',
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
    he: 'אין מקום לפתק נוסף: עד 1,000 פתקים בחשבון, 200 בלוח ו־20 בקובץ של מאגר.',
    en: 'The note limit is reached: up to 1,000 in an account, 200 on a board, 20 on a repository file.',
  },
)

export const emptyQuery = problem<{ field: 'q' }>(400, 'empty_query', {
  he: 'אין מה לחפש.',
  en: 'The search is empty.',
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
  en: 'This earlier content is no longer stored.',
})

export const noteChangedHere = problem<{ note_id: string }>(409, 'note_changed_here', {
  he: 'הפתק כבר נמצא כאן והשתנה מאז הייצוא, ולכן נשאר כפי שהוא.',
  en: 'The note already exists and has changed since the export, so it was not overwritten.',
})

export const invalidNoteExport = problem<{ field: string }>(400, 'invalid_note_export', {
  he: 'פרטי הפתק בייצוא אינם תקינים.',
  en: 'The note in the export is not valid.',
})
