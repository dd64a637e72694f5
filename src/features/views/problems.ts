import { problem } from '#platform/problem.ts'

export const viewNotFound = problem<{ view_id: string }>(404, 'view_not_found', {
  he: 'התצוגה השמורה לא נמצאה.',
  en: 'There is no such view.',
})

export const viewNameTaken = problem<{ field: string }>(409, 'view_name_taken', {
  he: 'כבר יש תצוגה שמורה בשם הזה.',
  en: 'There is already a view with this name.',
})

export const tooManyViews = problem<{ max: number }>(409, 'too_many_views', {
  he: 'אפשר לשמור עד 50 תצוגות.',
  en: 'Up to 50 views can be saved.',
})

export const invalidViewQuery = problem<{ field: string }>(400, 'invalid_view_query', {
  he: 'אי אפשר לשמור את זה כתצוגה: צריך חיפוש או סינון של הדף, ורק את השדות שלו.',
  en: 'This cannot be saved as a view: it needs a search or a filter of its page, and only the fields of that page.',
})

export const invalidViewExport = problem<{ field: string }>(400, 'invalid_view_export', {
  he: 'פרטי התצוגה השמורה בייצוא אינם תקינים.',
  en: 'The view in the export is not valid.',
})
