import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { copyText } from '#browser/clipboard.ts'
import { toast } from '#browser/toast.ts'
import { Icon } from '#ui/icons.tsx'
import { shareMessages } from '../messages.ts'

/** `text` is copied; without it, the code on the page. */
type Props = { locale: Locale; text?: string }

const TICK_MS = 1_200

function Copy({ locale, text }: Props) {
  const t = shareMessages(locale)
  const copy = async (button: HTMLElement) => {
    if (!(await copyText(Promise.resolve(text ?? shownCode())))) {
      toast({ text: t.copyFailed, kind: 'error' })
      return
    }
    announce(text === undefined ? t.codeCopied : t.copied)
    button.setAttribute('data-done', '')
    setTimeout(() => button.removeAttribute('data-done'), TICK_MS)
  }
  return (
    <button
      class="button button-plain with-tick"
      type="button"
      data-do="copy"
      onClick={(event) => void copy(event.currentTarget)}
    >
      <Icon name="copy" />
      <Icon name="check" />
      {text === undefined ? t.copyCode : t.copy}
    </button>
  )
}

/** Each line in the page keeps its line end, so that a manual selection copies it too. */
function shownCode(): string {
  return Array.from(document.querySelectorAll('.code-lines code'), (line) => line.textContent).join('')
}

export const island = Copy
