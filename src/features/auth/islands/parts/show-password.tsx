import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { authMessages } from '../../messages/sign-in.ts'

/** `field`: the id of the input. */
export type ShowPasswordProps = { locale: Locale; field: string }

/** Shows what was typed, and hides it before the form is sent: browsers suggest later what was typed into a plain field. */
export function ShowPassword({ locale, field }: ShowPasswordProps) {
  const t = authMessages(locale)
  const isShown = useSignal(false)
  const show = (next: boolean) => {
    const input = inputOf(field)
    if (!input) return
    input.type = next ? 'text' : 'password'
    isShown.value = next
  }
  useEffect(() => {
    const form = inputOf(field)?.form
    const hide = () => show(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <button
      class="button button-quiet password-toggle needs-script"
      type="button"
      aria-controls={field}
      aria-label={isShown.value ? t.hidePassword : t.showPassword}
      onClick={() => show(!isShown.value)}
    >
      {isShown.value ? t.hide : t.show}
    </button>
  )
}

function inputOf(id: string): HTMLInputElement | null {
  const found = document.getElementById(id)
  return found instanceof HTMLInputElement ? found : null
}
