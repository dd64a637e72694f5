import type { FormError } from '#base/form-error.ts'
import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import type { Admission } from '../admission.ts'
import { island as CreatePasskey } from '../islands/create-passkey.tsx'
import { passkeyMessages } from '../messages/passkeys.ts'
import { authMessages } from '../messages/sign-in.ts'
import type { Ways } from '../sign-in-methods.ts'
import { Or } from '../islands/parts/confirm-choices.tsx'
import { SignInCard } from './card.tsx'
import type { Provider } from './login-page.tsx'
import { FirstNameField, SignInNameField } from '../islands/parts/fields.tsx'
import { errorAt, errorElsewhere } from '../refused-field.ts'
import { PagePasswordField } from './page-password-field.tsx'
import { PasskeysNeedScript } from './passkey-box.tsx'

type Props = {
  frame: Frame
  ways: Ways
  admission: Admission
  providers: readonly Provider[]
  error?: FormError
  typed?: { firstName: string; signInName: string }
}

/** Makes an account: a name, and the first way to sign in. */
export function JoinPage({ frame, ways, admission, providers, error, typed }: Props) {
  const { locale } = frame
  const t = authMessages(locale)
  const [title, text] = {
    set_up: [t.setUpTitle, t.setUpText],
    invitation: [t.inviteTitle, t.inviteText],
    open: [t.registerTitle, t.registerText],
  }[admission.by]
  return (
    <SignInCard frame={frame} title={title ?? ''} {...(text !== undefined && { text })} error={errorElsewhere(error)}>
      <form class="login-form stack gap-4" method="post" action={pathOf(admission)}>
        <FirstNameField locale={locale} value={typed?.firstName} />
        {ways.passkeys && <Passkey locale={locale} admission={admission} isOnly={!ways.passwords} />}
        {ways.passwords && (
          <>
            <SignInNameField locale={locale} value={typed?.signInName} isNew error={errorAt(error, 'sign_in_name')} />
            <PagePasswordField locale={locale} isNew error={errorAt(error, 'password')} />
            <Button kind={ways.passkeys ? 'plain' : 'primary'}>{t.createAccount}</Button>
          </>
        )}
      </form>
      {admission.by === 'invitation' && providers.length > 0 && (
        <div class="login-way stack gap-4">
          <Or locale={locale} />
          {providers.map(({ id, label }) => (
            <ButtonLink
              key={id}
              icon="link"
              href={`/auth/oidc/${id}?invitation=${encodeURIComponent(admission.token)}`}
            >
              {t.joinProvider(label)}
            </ButtonLink>
          ))}
        </div>
      )}
    </SignInCard>
  )
}

function Passkey({ locale, admission, isOnly }: { locale: Locale; admission: Admission; isOnly: boolean }) {
  const t = passkeyMessages(locale)
  const action = `${pathOf(admission)}/passkey`
  const passkey = { locale, purpose: 'join', action, next: '/dashboard', kind: 'primary', isOnly } as const
  return (
    <div class="login-way stack gap-4">
      <div>
        <Island name="auth/create-passkey" component={CreatePasskey} props={passkey} />
        <p class="passkey-hint meta above-2">{t.joinHint}</p>
      </div>
      {isOnly ? <PasskeysNeedScript locale={locale} /> : <Or locale={locale} />}
    </div>
  )
}

function pathOf(admission: Admission): string {
  switch (admission.by) {
    case 'set_up':
      return `/set-up/${encodeURIComponent(admission.token)}`
    case 'invitation':
      return `/invite/${encodeURIComponent(admission.token)}`
    case 'open':
      return '/register'
  }
}
