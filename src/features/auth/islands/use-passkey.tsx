import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { navigateTo } from '#browser/navigate.ts'
import { isPasskeySupported, type RequestOptions, usePasskey } from '#browser/passkeys.ts'
import { passkeyMessages } from '../messages/passkeys.ts'
import { keepOffer } from './parts/field-offer.ts'
import { errorText } from './parts/error-text.ts'
import { PasskeyButton, useAttempts } from './parts/passkey-button.tsx'

export type UsePasskeyProps = {
  locale: Locale
  purpose: 'signIn' | 'confirm'
  next: string
  kind: 'primary' | 'plain'
  /** Whether the page has a field for the user name, where the browser can offer passkeys too. */
  hasField: boolean
  /** There is no other way: without script the page explains why. */
  isOnly: boolean
}

/** Signs in with a passkey, or confirms that a signed-in person is still the one at the keyboard. */
function UsePasskey({ locale, purpose, next, kind, hasField, isOnly }: UsePasskeyProps) {
  const t = passkeyMessages(locale)
  const attempts = useAttempts()
  const field = useRef<ReturnType<typeof keepOffer> | null>(null)

  const send = async (response: object): Promise<string | null> => {
    const answer = await call('POST', purpose === 'confirm' ? '/confirm/passkey' : '/auth/passkey', { body: response })
    if (answer.outcome !== 'done') return errorText(locale, answer)
    navigateTo(next)
    return null
  }

  const ask = async (): Promise<string | null> => {
    const answer = await call<{ options: RequestOptions }>('POST', '/auth/passkey/options')
    if (answer.outcome !== 'done') return errorText(locale, answer)
    const used = await usePasskey(answer.data.options)
    if (used.outcome === 'done') return send(used.response)
    return used.outcome === 'cancelled' ? t.notUsed : t.failed
  }

  const attempt = async (run: () => Promise<string | null>) => {
    await attempts.run(run)
    if (attempts.error.value !== null) field.current?.renew()
  }

  useEffect(() => {
    if (!hasField || !isPasskeySupported()) return
    field.current = keepOffer({
      isBusy: () => attempts.isBusy.value,
      onResponse: (response) => void attempt(() => send(response)),
    })
    return field.current.stop
  }, [])

  return <PasskeyButton {...{ locale, kind, attempts, isOnly }} label={t[purpose]} onPress={() => void attempt(ask)} />
}

export const island = UsePasskey
