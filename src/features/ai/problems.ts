import { problem } from '#platform/problem.ts'

export const contextTooLong = problem<{ field: string; max: number }>(400, 'context_too_long', {
  he: 'יש כאן יותר מדי פרטים להסבר אחד. אפשר לשלוח רק את החלק שחשוב.',
  en: 'The context is too long. Send only the relevant part.',
})

export const contextTooDeep = problem<{ field: string; max: number }>(400, 'context_too_deep', {
  he: 'המבנה של הפרטים מקונן עמוק מדי.',
  en: 'The context is nested too deeply.',
})
