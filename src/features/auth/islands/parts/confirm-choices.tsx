import type { ComponentChildren } from 'preact'
import type { FormError } from '#base/form-error.ts'
import type { Locale } from '#base/messages.ts'
import { Button, ButtonLink } from '#ui/components/button.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { type ConfirmWays, isDeadEnd } from '../../confirm-ways.ts'
import { confirmMessages } from '../../messages/confirm.ts'
import { authMessages } from '../../messages/sign-in.ts'
import { errorAt, errorElsewhere } from '../../refused-field.ts'
import { PasswordField, SignInNameField } from './fields.tsx'

/** In the dialog; the page sends the forms instead. */
type Acts = {
  confirmWithPassword: (form: HTMLFormElement) => void
  confirmAsDemo: () => void
  /** Before a link to a page where the person confirms. */
  leave: () => void
}

type Props = {
  locale: Locale
  ways: ConfirmWays
  /** The path to continue to. */
  next: string
  error: FormError | undefined
  /** The button that uses a passkey. */
  passkey: ComponentChildren
  /** The button that shows the password. */
  toggle: ComponentChildren
  passwordId: string
  acts?: Acts
}

/** Every way in which this person can confirm, on the page /confirm and in the dialog. */
export function ConfirmChoices({ locale, ways, next, error, passkey, toggle, passwordId, acts }: Props) {
  const t = confirmMessages(locale)
  const query = `?next=${encodeURIComponent(next)}`
  const elsewhere = errorElsewhere(error)
  const isOnlyPasskey = isDeadEnd({ ...ways, passkey: false })
  const leave = acts ? { onClick: acts.leave } : {}
  return (
    <>
      {elsewhere !== undefined && (
        <Notice kind="error" locale={locale}>
          {elsewhere}
        </Notice>
      )}
      {isDeadEnd(ways) && <DeadEnd locale={locale} />}
      {ways.passkey && (
        <div class="login-way stack gap-4">
          {passkey}
          {isOnlyPasskey || <Or locale={locale} />}
        </div>
      )}
      {ways.password !== null && (
        <form
          class="login-form stack gap-4"
          method="post"
          action={`/confirm/password${query}`}
          {...(acts && { onSubmit: submitWith(acts.confirmWithPassword) })}
        >
          <SignInNameField locale={locale} id={`${passwordId}-name`} value={ways.password} isNew={false} isFixed />
          <PasswordField
            locale={locale}
            id={passwordId}
            isNew={false}
            isFirst={!ways.passkey}
            error={errorAt(error, 'password')}
            toggle={toggle}
          />
          <Button kind={ways.passkey ? 'plain' : 'primary'}>{t.confirm}</Button>
        </form>
      )}
      {ways.providers.map(({ id, label }) => (
        <ButtonLink key={id} icon="link" href={`/confirm/oidc/${id}${query}`} {...leave}>
          {t.byProvider(label)}
        </ButtonLink>
      ))}
      {ways.messenger && (
        <ButtonLink href={`/confirm/messenger${query}`} {...leave}>
          {t.byMessenger}
        </ButtonLink>
      )}
      {ways.demo && <Demo locale={locale} demo={ways.demo} query={query} acts={acts} />}
    </>
  )
}

function submitWith(confirm: (form: HTMLFormElement) => void) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    confirm(event.currentTarget)
  }
}

type DemoProps = { locale: Locale; demo: NonNullable<ConfirmWays['demo']>; query: string; acts: Acts | undefined }

/** In development: the demo account signs in again, as it does on the page of the sign-in. */
function Demo({ locale, demo, query, acts }: DemoProps) {
  const t = confirmMessages(locale)
  return (
    <form
      class="login-form stack gap-3"
      method="post"
      action={`/auth/messenger${query}`}
      {...(acts && { onSubmit: submitWith(acts.confirmAsDemo) })}
    >
      <p class="meta">{t.demoText}</p>
      {Object.entries(demo.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button icon="user">{t.byDemo(demo.name)}</Button>
    </form>
  )
}

/** What such an account cannot do, and the ways out. */
function DeadEnd({ locale }: { locale: Locale }) {
  const t = confirmMessages(locale)
  return (
    <>
      <p>{t.none}</p>
      <p>{t.again}</p>
      <form method="post" action="/logout">
        <Button icon="signOut">{authMessages(locale).signOut}</Button>
      </form>
    </>
  )
}

/** A word between two lines, between two ways of doing the same. */
export function Or({ locale }: { locale: Locale }) {
  return (
    <p class="login-or row meta gap-3">
      <span>{authMessages(locale).or}</span>
    </p>
  )
}
