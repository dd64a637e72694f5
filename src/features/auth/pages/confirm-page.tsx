import { Button, ButtonLink } from '#ui/components/button.tsx'
import type { Frame } from '#ui/frame.ts'
import type { SignInMethod } from '../identity.ts'
import { authMessages } from '../messages/sign-in.ts'
import { Or, SignInCard } from './card.tsx'
import type { Provider } from './login-page.tsx'
import { PasswordField, SignInNameField } from './fields.tsx'
import { PasskeyBox } from './passkey-box.tsx'

type Props = {
  frame: Frame
  next: string
  /** Those of this person that this server offers. */
  methods: readonly SignInMethod[]
  hasWidget: boolean
  /** The OpenID Connect providers among the methods. */
  providers: readonly Provider[]
  error?: string
}

/** Asks a signed-in person to sign in again, with any way in that they have. */
export function ConfirmPage({ frame, next, methods, hasWidget, providers, error }: Props) {
  const { locale } = frame
  const t = authMessages(locale)
  const query = `?next=${encodeURIComponent(next)}`
  const password = methods.find(({ method }) => method === 'password')
  const byMessenger = hasWidget && methods.some(({ method }) => method === 'messenger')
  const byPasskey = methods.some(({ method }) => method === 'passkey')
  const isOnly = !password && !byMessenger && providers.length === 0
  return (
    <SignInCard frame={frame} title={t.confirmTitle} text={t.confirmText} error={error}>
      {isOnly && !byPasskey && <p>{t.confirmNone}</p>}
      {byPasskey && (
        <div class="login-way stack gap-4">
          <PasskeyBox locale={locale} purpose="confirm" kind="primary" hasField={false} {...{ next, isOnly }} />
          {isOnly || <Or locale={locale} />}
        </div>
      )}
      {password && (
        <form class="login-form stack gap-4" method="post" action={`/confirm/password${query}`}>
          <SignInNameField locale={locale} value={password.subject} isNew={false} isFixed />
          <PasswordField locale={locale} isNew={false} />
          <Button kind={byPasskey ? 'plain' : 'primary'}>{t.confirm}</Button>
        </form>
      )}
      {providers.map(({ id, label }) => (
        <ButtonLink key={id} icon="link" href={`/confirm/oidc/${id}${query}`}>
          {t.confirmProvider(label)}
        </ButtonLink>
      ))}
      {byMessenger && <ButtonLink href={`/confirm/messenger${query}`}>{t.confirmMessenger}</ButtonLink>}
    </SignInCard>
  )
}
