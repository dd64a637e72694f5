import type { Locale } from '#base/messages.ts'
import { Island } from '#ui/island.tsx'
import { island as UsePasskey } from '../islands/use-passkey.tsx'
import { passkeyMessages } from '../messages/passkeys.ts'

type Props = {
  locale: Locale
  purpose: 'signIn' | 'confirm'
  next: string
  kind: 'primary' | 'plain'
  hasField: boolean
  /** There is no other way: without script the page explains why. */
  isOnly: boolean
}

export function PasskeyBox(props: Props) {
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
