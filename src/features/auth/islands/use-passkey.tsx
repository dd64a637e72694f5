import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { navigateTo } from '#browser/navigate.ts'
import { isPasskeySupported } from '#browser/passkeys.ts'
import { passkeyMessages } from '../messages/passkeys.ts'
import { keepOffer } from './parts/field-offer.ts'
import { PasskeyButton, useAttempts } from './parts/passkey-button.tsx'
import { type PasskeyPurpose, provePasskey, sendPasskey } from './parts/prove-passkey.ts'

export type UsePasskeyProps = {
  locale: Locale
  purpose: PasskeyPurpose
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

  const attempt = async (prove: () => Promise<string | null>) => {
    await attempts.run(async () => {
      const error = await prove()
      if (error === null) navigateTo(next)
      return error
    })
    if (attempts.error.value !== null) field.current?.renew()
  }

  useEffect(() => {
    if (!hasField || !isPasskeySupported()) return
    field.current = keepOffer({
      isBusy: () => attempts.isBusy.value,
      onResponse: (response) => void attempt(() => sendPasskey(locale, purpose, response)),
    })
    return field.current.stop
  }, [])

  return (
    <PasskeyButton
      {...{ locale, kind, attempts, isOnly }}
      label={t[purpose]}
      onPress={() => void attempt(() => provePasskey(locale, purpose))}
    />
  )
}

export const island = UsePasskey
