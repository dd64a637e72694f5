import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { isPasskeySupported } from '#browser/passkeys.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Icon } from '#ui/icons.tsx'
import { passkeyMessages } from '../../messages/passkeys.ts'

/** One attempt at a time; `error` is what the page says about the last one. */
export type Attempts = {
  isBusy: Signal<boolean>
  error: Signal<string | null>
  /** `attempt` returns the error to display, or null. */
  run: (attempt: () => Promise<string | null>) => Promise<void>
}

export function useAttempts(): Attempts {
  const isBusy = useSignal(false)
  const error = useSignal<string | null>(null)
  const run: Attempts['run'] = async (attempt) => {
    if (isBusy.value) return
    isBusy.value = true
    // Removed first, so that screen readers read the same error again.
    error.value = null
    error.value = await attempt()
    isBusy.value = false
  }
  return { isBusy, error, run }
}

type Props = {
  locale: Locale
  label: string
  kind: 'primary' | 'plain'
  attempts: Attempts
  /** Nothing else on the page does the same: a browser without passkeys gets an explanation instead of nothing. */
  isOnly: boolean
  /** `submit`: Enter in the form of the button starts it too. */
  type?: 'submit' | 'button'
  /** The person has to confirm who they are first. */
  confirms?: boolean
  onPress: (button: HTMLButtonElement) => void
}

/** Rendered on the server as a button, so that the page does not move when it wakes; hidden where there are no passkeys. */
export function PasskeyButton({
  locale,
  label,
  kind,
  attempts,
  isOnly,
  type = 'button',
  confirms = false,
  onPress,
}: Props) {
  const isMissing = useSignal(false)
  useEffect(() => {
    isMissing.value = !isPasskeySupported()
  }, [])
  if (isMissing.value)
    return (
      <div class="passkey passkey-missing stack gap-3" hidden={!isOnly}>
        <p>{passkeyMessages(locale).unsupported}</p>
      </div>
    )
  return (
    <div class="passkey stack gap-3">
      <button
        class={`button button-${kind}`}
        type={type}
        {...(confirms && { 'data-confirms': '' })}
        // Not `disabled`, which would take the focus away from the button.
        aria-disabled={attempts.isBusy.value}
        aria-busy={attempts.isBusy.value}
        onClick={(event) => {
          event.preventDefault()
          onPress(event.currentTarget)
        }}
      >
        <Icon name="passkey" />
        {label}
      </button>
      {attempts.error.value !== null && (
        <Notice kind="error" locale={locale}>
          {attempts.error.value}
        </Notice>
      )}
    </div>
  )
}
