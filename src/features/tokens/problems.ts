import { problem } from '#platform/problem.ts'

export const tokenNotFound = problem<{ token_id: string }>(404, 'token_not_found', {
  he: 'אין אסימון כזה.',
  en: 'There is no such token.',
})

export const budgetExhausted = problem<{
  budget: 'writes' | 'runs'
  max: number
  needed: number
  renews_at: string
  retry_after: number
}>(429, 'budget_exhausted', {
  he: 'התקציב היומי של האסימון ({max}) נוצל, או שאינו מספיק לבקשה הזו ({needed}). הוא מתחדש ב־{renews_at}.',
  en: 'The daily budget of the token ({max}) is used up, or too small for this request ({needed}). It renews at {renews_at}.',
})

export const tooManyTokens = problem<{ max: number }>(409, 'too_many_tokens', {
  he: 'אפשר להחזיק עד 50 אסימונים. כדאי לבטל אחד שכבר לא בשימוש.',
  en: 'Up to 50 tokens can exist. Revoke one that is no longer used.',
})
