import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { type RequestOptions, usePasskey } from '#browser/passkeys.ts'
import { passkeyMessages } from '../../messages/passkeys.ts'
import { errorText } from './error-text.ts'

export type PasskeyPurpose = 'signIn' | 'confirm'

/** The browser asks for a passkey, and the server accepts it. Returns the error to display, or null. */
export async function provePasskey(locale: Locale, purpose: PasskeyPurpose): Promise<string | null> {
  const t = passkeyMessages(locale)
  const answer = await call<{ options: RequestOptions }>('POST', '/auth/passkey/options')
  if (answer.outcome !== 'done') return errorText(locale, answer)
  const used = await usePasskey(answer.data.options)
  if (used.outcome === 'done') return sendPasskey(locale, purpose, used.response)
  return used.outcome === 'cancelled' ? t.notUsed : t.failed
}

export async function sendPasskey(locale: Locale, purpose: PasskeyPurpose, response: object): Promise<string | null> {
  const answer = await call('POST', purpose === 'confirm' ? '/confirm/passkey' : '/auth/passkey', { body: response })
  return answer.outcome === 'done' ? null : errorText(locale, answer)
}
