import type { Locale } from '#base/messages.ts'
import { CopyButton } from '#browser/copy-button.tsx'
import { shareMessages } from '../messages.ts'

/** `text` is copied: the address of a share, or the code that embeds it. Without it, the code on the page is copied. */
type Props = { locale: Locale; text?: string; isEmbed?: boolean }

function Copy({ locale, text, isEmbed = false }: Props) {
  const t = shareMessages(locale)
  const [label, copied] =
    text === undefined ? [t.copyCode, t.codeCopied] : isEmbed ? [t.copyEmbed, t.embedCopied] : [t.copy, t.copied]
  return (
    <CopyButton
      {...{ label, copied }}
      failed={t.copyFailed}
      icon={isEmbed ? 'code' : 'copy'}
      name={isEmbed ? 'copy-embed' : 'copy'}
      text={() => text ?? shownCode()}
    />
  )
}

/** Each line in the page keeps its line end, so that a manual selection copies it too. */
function shownCode(): string {
  return Array.from(document.querySelectorAll('.code-lines code'), (line) => line.textContent).join('')
}

export const island = Copy
