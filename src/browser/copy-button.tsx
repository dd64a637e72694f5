import { Icon, type IconName } from '#ui/icons.tsx'
import { announce } from './announce.ts'
import { copyText } from './clipboard.ts'
import { toast } from './toast.ts'

type Props = {
  label: string
  /** Announced to screen readers; others see a tick. */
  copied: string
  failed: string
  icon?: IconName
  name?: string
  text: () => string
}

const TICK_MS = 1_200

/** A button that copies a text, with a tick when the browser did. */
export function CopyButton({ label, copied, failed, icon = 'copy', name = 'copy', text }: Props) {
  const copy = async (button: HTMLElement) => {
    if (!(await copyText(Promise.resolve(text())))) {
      toast({ text: failed, kind: 'error' })
      return
    }
    announce(copied)
    button.setAttribute('data-done', '')
    setTimeout(() => button.removeAttribute('data-done'), TICK_MS)
  }
  return (
    <button
      class="button button-plain with-tick"
      type="button"
      data-do={name}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <Icon name={icon} />
      <Icon name="check" />
      {label}
    </button>
  )
}
