import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { FormError } from '#base/form-error.ts'
import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { type BegunAction, interceptActions } from '#browser/begun-action.ts'
import { restoreBegun } from '#browser/begun-forms.ts'
import { currentAddress } from '#browser/navigate.ts'
import { toast } from '#browser/toast.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { type ConfirmWays, isDeadEnd } from '../confirm-ways.ts'
import { confirmMessages } from '../messages/confirm.ts'
import { passkeyMessages } from '../messages/passkeys.ts'
import { ConfirmChoices } from './parts/confirm-choices.tsx'
import { errorText } from './parts/error-text.ts'
import { PasskeyButton, useAttempts } from './parts/passkey-button.tsx'
import { provePasskey } from './parts/prove-passkey.ts'
import { ShowPassword } from './parts/show-password.tsx'

type Asked = { ways: ConfirmWays; action: BegunAction }

/** Before an action that needs a fresh proof: asks for it in a dialog, and then does what was begun. */
function Confirm({ locale }: { locale: Locale }) {
  const asked = useSignal<Asked | null>(null)
  const ask = async (action: BegunAction) => {
    const answer = await call<ConfirmWays & { confirmed: boolean }>('GET', '/confirm/ways')
    if (answer.outcome === 'offline') toast({ text: passkeyMessages(locale).offline, kind: 'error' })
    else if (answer.outcome === 'done' && !answer.data.confirmed) asked.value = { ways: answer.data, action }
    // Another refusal is the answer of the server to the action too. One who is signed out is told so by the shell.
    else if (answer.outcome === 'done' || answer.refusal.code !== 'authentication_required') action.finish()
  }
  useEffect(() => {
    restoreBegun(locale)
    return interceptActions((action) => void ask(action))
  }, [])
  return asked.value && <ConfirmDialog locale={locale} {...asked.value} onEnd={() => (asked.value = null)} />
}

type DialogProps = Asked & { locale: Locale; onEnd: () => void }

function ConfirmDialog({ locale, ways, action, onEnd }: DialogProps) {
  const t = confirmMessages(locale)
  const dialog = useRef<HTMLDialogElement>(null)
  const isProved = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  const prove = () => {
    isProved.current = true
    dialog.current?.close()
  }
  const end = () => {
    onEnd()
    if (isProved.current) action.finish()
    else action.goBack()
  }
  return (
    <Dialog id="confirm" locale={locale} title={t.title} dialogRef={dialog} onClose={end}>
      <div class="stack gap-4">
        {isDeadEnd(ways) || (
          <p class="muted">
            {t.text} {t.goesOn(action.name)}
          </p>
        )}
        <Choices locale={locale} ways={ways} onLeave={action.keep} onProved={prove} />
      </div>
    </Dialog>
  )
}

const PASSWORD_ID = 'confirm-password'

type ChoicesProps = { locale: Locale; ways: ConfirmWays; onLeave: () => void; onProved: () => void }

function Choices({ locale, ways, onLeave, onProved }: ChoicesProps) {
  const error = useSignal<FormError | undefined>(undefined)
  const attempts = useAttempts()
  const send = async (path: string, body: object) => {
    // Removed first, so that screen readers read the same error again.
    error.value = undefined
    const answer = await call('POST', path, { body })
    if (answer.outcome === 'done') return onProved()
    error.value = toFormError(locale, answer)
    document.getElementById(PASSWORD_ID)?.focus()
  }
  const usePasskey = async () => {
    const failure = await provePasskey(locale, 'confirm')
    if (failure === null) onProved()
    return failure
  }
  return (
    <ConfirmChoices
      {...{ locale, ways }}
      error={error.value}
      next={currentAddress()}
      passkey={
        <PasskeyButton
          {...{ locale, attempts }}
          kind="primary"
          label={passkeyMessages(locale).confirm}
          isOnly={isDeadEnd({ ...ways, passkey: false })}
          onPress={() => void attempts.run(usePasskey)}
        />
      }
      toggle={<ShowPassword locale={locale} field={PASSWORD_ID} />}
      passwordId={PASSWORD_ID}
      acts={{
        confirmWithPassword: (form) => void send('/confirm/password', Object.fromEntries(new FormData(form))),
        confirmAsDemo: () => void send('/auth/messenger', ways.demo?.fields ?? {}),
        leave: onLeave,
      }}
    />
  )
}

function toFormError(locale: Locale, answer: Exclude<Outcome<unknown>, { outcome: 'done' }>): FormError {
  const code = answer.outcome === 'refused' ? answer.refusal.code : answer.outcome
  return { text: errorText(locale, answer), code, field: null }
}

export const island = Confirm
