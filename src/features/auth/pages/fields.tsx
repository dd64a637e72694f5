import type { Locale } from '#base/messages.ts'
import { MAX_FIRST_NAME_CHARS } from '../identity.ts'
import { authMessages } from '../messages/sign-in.ts'
import { MAX_PASSWORD_CHARS, MAX_SIGN_IN_NAME_CHARS, MIN_PASSWORD_CHARS } from '../password.ts'

type FieldProps = {
  id: string
  label: string
  hint?: string
  children: preact.ComponentChildren
}

/** A label, its input and a hint that screen readers read with the input. */
function Field({ id, label, hint, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p class="meta" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type NameProps = { locale: Locale; value?: string | undefined; isNew: boolean; isFixed?: boolean }

/** `isFixed`: for password managers, which store a password by its name. */
export function SignInNameField({ locale, value, isNew, isFixed = false }: NameProps) {
  const t = authMessages(locale)
  return (
    <Field id="sign-in-name" label={t.signInName} {...(isNew && { hint: t.signInNameHint })}>
      <input
        class="input"
        id="sign-in-name"
        name="sign_in_name"
        value={value}
        required
        readOnly={isFixed}
        maxLength={MAX_SIGN_IN_NAME_CHARS}
        dir="auto"
        autocomplete={isNew || isFixed ? 'username' : 'username webauthn'}
        autocapitalize="none"
        spellcheck={false}
        aria-describedby={isNew ? 'sign-in-name-hint' : undefined}
      />
    </Field>
  )
}

export function PasswordField({ locale, isNew }: { locale: Locale; isNew: boolean }) {
  const t = authMessages(locale)
  return (
    <Field id="password" label={t.password} {...(isNew && { hint: t.passwordHint })}>
      <input
        class="input"
        id="password"
        name="password"
        type="password"
        required
        dir="ltr"
        autocomplete={isNew ? 'new-password' : 'current-password'}
        aria-describedby={isNew ? 'password-hint' : undefined}
        {...(isNew && { minLength: MIN_PASSWORD_CHARS, maxLength: MAX_PASSWORD_CHARS })}
      />
    </Field>
  )
}

export function FirstNameField({ locale, value }: { locale: Locale; value?: string | undefined }) {
  const t = authMessages(locale)
  return (
    <Field id="first-name" label={t.firstName} hint={t.firstNameHint}>
      <input
        class="input"
        id="first-name"
        name="first_name"
        value={value}
        required
        maxLength={MAX_FIRST_NAME_CHARS}
        dir="auto"
        autocomplete="name"
        aria-describedby="first-name-hint"
      />
    </Field>
  )
}
