import { problem } from '#platform/problem.ts'

export const unknownLanguage = problem<{ field: 'language' }>(400, 'invalid_input', {
  he: 'השפה הזו אינה מוכרת.',
  en: 'This language is unknown.',
})
