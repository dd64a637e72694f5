import type { FormError } from '#base/form-error.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { type ConfirmWays, isDeadEnd } from '../confirm-ways.ts'
import { ConfirmChoices } from '../islands/parts/confirm-choices.tsx'
import { PASSWORD_ID } from '../islands/parts/fields.tsx'
import { island as ShowPassword } from '../islands/show-password.tsx'
import { confirmMessages } from '../messages/confirm.ts'
import { SignInCard } from './card.tsx'
import { PasskeyBox } from './passkey-box.tsx'

type Props = {
  frame: Frame
  /** The path to continue to. */
  next: string
  /** Where the person can go without confirming. */
  back: string
  ways: ConfirmWays
  error?: FormError
}

/** Asks a signed-in person to sign in again, with any way in that they have. Where there is script, a dialog does. */
export function ConfirmPage({ frame, next, back, ways, error }: Props) {
  const { locale } = frame
  const t = confirmMessages(locale)
  const isOnly = isDeadEnd({ ...ways, passkey: false })
  const passkey = <PasskeyBox locale={locale} purpose="confirm" kind="primary" hasField={false} {...{ next, isOnly }} />
  const toggle = (
    <Island name="auth/show-password" component={ShowPassword} props={{ locale, field: PASSWORD_ID }} when="idle" />
  )
  return (
    <SignInCard frame={frame} title={t.title} text={isDeadEnd(ways) ? undefined : t.text}>
      <ConfirmChoices {...{ locale, ways, next, error, passkey, toggle }} passwordId={PASSWORD_ID} />
      <ButtonLink kind="quiet" icon="back" href={back}>
        {t.back}
      </ButtonLink>
    </SignInCard>
  )
}
