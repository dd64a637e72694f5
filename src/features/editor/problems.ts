import { Problem, problem } from '#platform/problem.ts'

export const invalidTags = problem<{ field: 'tags'; max: number }>(400, 'invalid_tags', {
  he: 'אפשר עד 20 תגיות, עד 50 תווים כל אחת.',
  en: 'Up to 20 tags, each of up to 50 characters.',
})

export const descriptionTooLong = problem<{ field: 'description'; max: number }>(400, 'description_too_long', {
  he: 'התיאור ארוך מדי: עד 2,000 תווים.',
  en: 'The description is too long: up to 2,000 characters.',
})

export const unknownLanguage = problem<{ field: 'language' }>(400, 'unknown_language', {
  he: 'השפה שנבחרה אינה מוכרת.',
  en: 'The chosen language is not one we know.',
})

/** A form answers a refusal with itself, so that nothing typed is lost; what is no refusal is a bug and goes on. */
export function refusalOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}
