import { settingsHref } from '#base/settings-panes.ts'
import type { FormError } from '#base/form-error.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { authMessages } from '../messages/sign-in.ts'
import { SignInCard } from './card.tsx'
import { SignInNameField } from '../islands/parts/fields.tsx'
import { errorAt, errorElsewhere } from '../refused-field.ts'
import { PagePasswordField } from './page-password-field.tsx'

type Props = {
  frame: Frame
  /** Null when the person has no password yet. */
  signInName: string | null
  typedName?: string
  error?: FormError
}

export function PasswordPage({ frame, signInName, typedName, error }: Props) {
  const t = authMessages(frame.locale)
  return (
    <SignInCard
      frame={frame}
      title={signInName === null ? t.addPassword : t.changePassword}
      text={t.passwordSetText}
      error={errorElsewhere(error)}
    >
      <form class="login-form stack gap-4" method="post" action="/settings/sign-in/password" data-confirms>
        <SignInNameField
          locale={frame.locale}
          value={typedName ?? signInName ?? ''}
          isNew
          error={errorAt(error, 'sign_in_name')}
        />
        <PagePasswordField locale={frame.locale} isNew error={errorAt(error, 'password')} />
        <div class="actions">
          <Button kind="primary">{t.setPassword}</Button>
          <ButtonLink href={settingsHref('sign-in')}>{t.stay}</ButtonLink>
        </div>
      </form>
    </SignInCard>
  )
}
