import { settingsHref } from '#base/settings-panes.ts'
import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { navigateTo, reloadAs } from '#browser/navigate.ts'
import { type CreationOptions, createPasskey } from '#browser/passkeys.ts'
import { passkeyMessages } from '../messages/passkeys.ts'
import { errorText } from './parts/error-text.ts'
import { PasskeyButton, useAttempts } from './parts/passkey-button.tsx'

type Props = {
  locale: Locale
  /** `join`: the button is in a form with the name of the new account. */
  purpose: 'join' | 'add'
  /** The route that stores the passkey; its options are below it. */
  action: string
  next: string
  kind: 'primary' | 'plain'
  isOnly: boolean
}

/** Creates a passkey: for a new account, or as another way into this one. */
function CreatePasskey({ locale, purpose, action, next, kind, isOnly }: Props) {
  const t = passkeyMessages(locale)
  const attempts = useAttempts()

  const create = async (body: object | undefined): Promise<string | null> => {
    const asked = await call<{ options: CreationOptions }>('POST', `${action}/options`, body ? { body } : {})
    if (asked.outcome !== 'done') return failure(locale, asked)
    const created = await createPasskey(asked.data.options)
    if (created.outcome === 'exists') return t.exists
    if (created.outcome !== 'done') return created.outcome === 'cancelled' ? t.notCreated : t.failed
    const saved = await call('POST', action, { body: created.response })
    if (saved.outcome !== 'done') return failure(locale, saved)
    // A new passkey appears in the list of the page it was added on; a new account goes to another page.
    if (purpose === 'add') reloadAs(next)
    else navigateTo(next)
    return null
  }

  const press = (button: HTMLButtonElement) => {
    const name = button.form?.elements.namedItem('first_name')
    if (!(name instanceof HTMLInputElement)) return void attempts.run(() => create(undefined))
    // Only the name: the fields of a password may stay empty.
    if (name.reportValidity()) void attempts.run(() => create({ first_name: name.value }))
  }

  return (
    <PasskeyButton
      {...{ locale, kind, attempts, isOnly }}
      label={t[purpose]}
      type={purpose === 'join' && isOnly ? 'submit' : 'button'}
      confirms={purpose === 'add'}
      onPress={press}
    />
  )
}

/** The session may become too old while the browser's dialog is open. */
function failure(locale: Locale, answer: Exclude<Outcome<unknown>, { outcome: 'done' }>): string | null {
  if (answer.outcome !== 'refused' || answer.refusal.code !== 'confirmation_required') return errorText(locale, answer)
  navigateTo(`/confirm?next=${encodeURIComponent(settingsHref('sign-in'))}`)
  return null
}

export const island = CreatePasskey
