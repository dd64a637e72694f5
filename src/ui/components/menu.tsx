import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '#ui/icons.tsx'

type Props = {
  id: string
  icon: IconName
  label: string
  children: ComponentChildren
}

/** A native popover: it opens, closes on Escape and on a click elsewhere without script. */
export function Menu({ id, icon, label, children }: Props) {
  return (
    <>
      <button class="icon-button" type="button" popovertarget={id} aria-label={label} title={label}>
        <Icon name={icon} />
      </button>
      <div class="float menu" id={id} popover="auto">
        {children}
      </div>
    </>
  )
}
