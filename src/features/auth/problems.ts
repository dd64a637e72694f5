import type { SessionId } from '#base/ids.ts'
import { problem } from '#platform/problem.ts'

/** One body for every cause, so that a caller cannot learn which check failed. */
export const invalidAuthentication = problem(401, 'invalid_authentication', {
  he: 'ההתחברות לא אומתה. אפשר לנסות שוב.',
  en: 'The sign-in could not be verified. Please try again.',
})

export const sessionNotFound = problem<{ session_id: SessionId }>(404, 'session_not_found', {
  he: 'החיבור הזה כבר לא קיים.',
  en: 'There is no such session.',
})
