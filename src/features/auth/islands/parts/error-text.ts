import type { Locale } from '#base/messages.ts'
import type { Outcome } from '#browser/api.ts'
import { passkeyMessages } from '../../messages/passkeys.ts'

/** What the page says about a request that did not succeed. */
export function errorText(locale: Locale, answer: Exclude<Outcome<unknown>, { outcome: 'done' }>): string {
  return answer.outcome === 'offline' ? passkeyMessages(locale).offline : answer.refusal.message
}
