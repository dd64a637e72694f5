import { useSignal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { toast } from '#browser/toast.ts'
import { Icon } from '#ui/icons.tsx'
import { renderedMessages } from '../../messages.ts'

const TICK_MS = 1200

/** Copies a block as it was written; the icon turns into a tick for a moment and a live region announces it. */
export function CopyCode({ locale, text }: { locale: Locale; text: () => string }) {
  const t = renderedMessages(locale)
  const copied = useSignal(false)

  const copy = async () => {
    try {
      // The newline before </code> belongs to the fence, not to the code.
      await navigator.clipboard.writeText(text().replace(/\n$/, ''))
    } catch {
      toast({ text: t.copyFailed, kind: 'error' })
      return
    }
    copied.value = true
    const announcer = document.getElementById('announcer')
    if (announcer) announcer.textContent = t.copied
    setTimeout(() => (copied.value = false), TICK_MS)
  }

  return (
    <button class="icon-button" type="button" aria-label={t.copy} title={t.copy} onClick={() => void copy()}>
      <Icon name={copied.value ? 'check' : 'copy'} />
    </button>
  )
}
