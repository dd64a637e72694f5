import type { Locale } from '#base/messages.ts'
import { Island } from '#ui/island.tsx'
import { island as UsePasskey, type UsePasskeyProps } from '../islands/use-passkey.tsx'
import { passkeyMessages } from '../messages/passkeys.ts'

export function PasskeyBox(props: UsePasskeyProps) {
  return (
    <>
      <Island name="auth/use-passkey" component={UsePasskey} props={props} />
      {props.isOnly && <PasskeysNeedScript locale={props.locale} />}
    </>
  )
}

export function PasskeysNeedScript({ locale }: { locale: Locale }) {
  return (
    <noscript>
      <p>{passkeyMessages(locale).unsupported}</p>
    </noscript>
  )
}
