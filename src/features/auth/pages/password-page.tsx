import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'
import { PasswordField, SignInNameField } from './fields.tsx'

type Props = {
  frame: Frame
  /** Null when the person has no password yet. */
  signInName: string | null
  typedName?: string
  error?: string
}

export function PasswordPage({ frame, signInName, typedName, error }: Props) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard
      frame={frame}
      title={signInName === null ? t.addPassword : t.changePassword}
      text={t.passwordSetText}
      error={error}
    >
      <form class="login-form stack gap-4" method="post" action="/settings/sign-in/password">
        <SignInNameField locale={frame.locale} value={typedName ?? signInName ?? ''} isNew />
        <PasswordField locale={frame.locale} isNew />
        <div class="actions">
          <Button kind="primary">{t.setPassword}</Button>
          <ButtonLink href="/settings#sign-in">{t.stay}</ButtonLink>
        </div>
      </form>
    </SignInCard>
  )
}
