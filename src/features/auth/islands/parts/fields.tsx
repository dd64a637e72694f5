import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { MAX_FIRST_NAME_CHARS } from '../../identity.ts'
import { authMessages } from '../../messages/sign-in.ts'
import { MAX_PASSWORD_CHARS, MAX_SIGN_IN_NAME_CHARS, MIN_PASSWORD_CHARS } from '../../password.ts'

/** `error`: why the form was refused, when it was because of this field. */
type Described = { id: string; hint?: string | undefined; error?: string | undefined }
type FieldProps = Described & { label: string; children: ComponentChildren }

/** A label and its input, and below it what screen readers read with the input. */
function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {error !== undefined && (
        <p class="field-error danger small flex gap-1 small-icons" id={`${id}-error`} role="alert">
          <Icon name="error" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p class="meta" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The focus goes to the field that was refused. */
function described({ id, hint, error }: Described) {
  const ids = [...(error === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    id,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    ...(error !== undefined && { 'aria-invalid': true, autofocus: true }),
  }
}

type NameProps = {
  locale: Locale
  id?: string
  value?: string | undefined
  isNew: boolean
  isFixed?: boolean
  error?: string | undefined
}

/** `isFixed`: for password managers, which store a password by its name. */
export function SignInNameField({ locale, id = 'sign-in-name', value, isNew, isFixed = false, error }: NameProps) {
  const t = authMessages(locale)
  const about = { id, error, hint: isNew ? t.signInNameHint : undefined }
  return (
    <Field label={t.signInName} {...about}>
      <input
        class="input"
        name="sign_in_name"
        value={value}
        required
        readOnly={isFixed}
        maxLength={MAX_SIGN_IN_NAME_CHARS}
        dir="auto"
        autocomplete={isNew || isFixed ? 'username' : 'username webauthn'}
        autocapitalize="none"
        spellcheck={false}
        {...described(about)}
      />
    </Field>
  )
}

type PasswordProps = {
  locale: Locale
  id?: string
  isNew: boolean
  /** Gets the focus when its page or dialog opens. */
  isFirst?: boolean
  error?: string | undefined
  /** The button that shows what was typed. */
  toggle: ComponentChildren
}

export function PasswordField({ locale, id = PASSWORD_ID, isNew, isFirst = false, error, toggle }: PasswordProps) {
  const t = authMessages(locale)
  const about = { id, error, hint: isNew ? t.passwordHint : undefined }
  return (
    <Field label={t.password} {...about}>
      <div class="password-box row gap-1">
        <input
          class="input"
          name="password"
          type="password"
          required
          dir="ltr"
          autocomplete={isNew ? 'new-password' : 'current-password'}
          autofocus={isFirst}
          {...(isNew && { minLength: MIN_PASSWORD_CHARS, maxLength: MAX_PASSWORD_CHARS })}
          {...described(about)}
        />
        {toggle}
      </div>
    </Field>
  )
}

export const PASSWORD_ID = 'password'

export function FirstNameField({ locale, value }: { locale: Locale; value?: string | undefined }) {
  const t = authMessages(locale)
  const about = { id: 'first-name', hint: t.firstNameHint }
  return (
    <Field label={t.firstName} {...about}>
      <input
        class="input"
        name="first_name"
        value={value}
        required
        maxLength={MAX_FIRST_NAME_CHARS}
        dir="auto"
        autocomplete="name"
        {...described(about)}
      />
    </Field>
  )
}
