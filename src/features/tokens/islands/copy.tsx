import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { copyText } from '#browser/clipboard.ts'
import { toast } from '#browser/toast.ts'
import { Icon } from '#ui/icons.tsx'
import { tokenMessages } from '../messages.ts'

/** `from`: the id of the element whose text is copied, so that the secret is in the page only where it is read. */
type Props = { locale: Locale; from: string; label: 'copyToken' | 'copySettings' | 'copyCommand' }

const TICK_MS = 1_200

function Copy({ locale, from, label }: Props) {
  const t = tokenMessages(locale)
  const copy = async (button: HTMLElement) => {
    const source = document.getElementById(from)
    const text = source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '')
    if (!(await copyText(Promise.resolve(text)))) {
      toast({ text: t.copyFailed, kind: 'error' })
      return
    }
    announce(t.copied)
    button.setAttribute('data-done', '')
    setTimeout(() => button.removeAttribute('data-done'), TICK_MS)
  }
  return (
    <button class="button button-plain with-tick" type="button" onClick={(event) => void copy(event.currentTarget)}>
      <Icon name="copy" />
      <Icon name="check" />
      {t[label]}
    </button>
  )
}

export const island = Copy
