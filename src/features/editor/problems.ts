import { Problem, problem } from '#platform/problem.ts'

export const unknownLanguage = problem<{ field: 'language' }>(400, 'unknown_language', {
  he: 'השפה שנבחרה אינה מוכרת.',
  en: 'The chosen language is unknown.',
})

export const sharedBinary = problem(415, 'binary_not_supported', {
  he: 'הקובץ ששותף אינו טקסט, ואי אפשר לשמור אותו כאן.',
  en: 'The shared file is not text and cannot be saved.',
})

export const sharedTooLarge = problem<{ max: number }>(413, 'content_too_large', {
  he: 'הקובץ ששותף גדול מדי: עד \u20682 MB\u2069.',
  en: 'The shared file is too large: up to 2 MB.',
})

export const sharedSeveral = problem(200, 'only_first_shared', {
  he: 'שותפו כמה קבצים, ורק הראשון נמצא כאן. כמה קבצים יחד אפשר להוסיף בדף ההעלאה.',
  en: 'Several files were shared, and only the first was taken. The upload page accepts several at once.',
})

/** A form shows a problem together with the typed values, so that nothing is lost; any other error is a bug and is rethrown. */
export function refusalOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}
