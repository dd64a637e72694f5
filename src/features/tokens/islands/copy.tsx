import type { Locale } from '#base/messages.ts'
import { CopyButton } from '#browser/copy-button.tsx'
import { tokenMessages } from '../messages.ts'

/** `from`: the id of the element whose text is copied, so that the secret is in the page only where it is read. */
type Props = { locale: Locale; from: string; label: 'copyToken' | 'copySettings' | 'copyCommand' }

function Copy({ locale, from, label }: Props) {
  const t = tokenMessages(locale)
  const text = () => {
    const source = document.getElementById(from)
    return source instanceof HTMLInputElement ? source.value : (source?.textContent ?? '')
  }
  return <CopyButton label={t[label]} copied={t.copied} failed={t.copyFailed} text={text} />
}

export const island = Copy
