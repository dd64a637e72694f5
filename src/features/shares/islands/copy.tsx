import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { copyText } from '#browser/clipboard.ts'
import { toast } from '#browser/toast.ts'
import { Icon } from '#ui/icons.tsx'
import { shareMessages } from '../messages.ts'

/** `text` is copied: the address of a share, or the code that embeds it. Without it, the code on the page is copied. */
type Props = { locale: Locale; text?: string; isEmbed?: boolean }

const TICK_MS = 1_200

function Copy({ locale, text, isEmbed = false }: Props) {
  const t = shareMessages(locale)
  const [label, done] =
    text === undefined ? [t.copyCode, t.codeCopied] : isEmbed ? [t.copyEmbed, t.embedCopied] : [t.copy, t.copied]
  const copy = async (button: HTMLElement) => {
    if (!(await copyText(Promise.resolve(text ?? shownCode())))) {
      toast({ text: t.copyFailed, kind: 'error' })
      return
    }
    announce(done)
    button.setAttribute('data-done', '')
    setTimeout(() => button.removeAttribute('data-done'), TICK_MS)
  }
  return (
    <button
      class="button button-plain with-tick"
      type="button"
      data-do={isEmbed ? 'copy-embed' : 'copy'}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <Icon name={isEmbed ? 'code' : 'copy'} />
      <Icon name="check" />
      {label}
    </button>
  )
}

/** Each line in the page keeps its line end, so that a manual selection copies it too. */
function shownCode(): string {
  return Array.from(document.querySelectorAll('.code-lines code'), (line) => line.textContent).join('')
}

export const island = Copy
