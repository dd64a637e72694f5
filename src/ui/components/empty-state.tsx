import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '#ui/icons.tsx'

type Props = {
  icon: IconName
  title: string
  text: string
  /** Links and forms for the next step. */
  children?: ComponentChildren
}

/** Only for a count that the server confirmed as zero; a failed read is a `Notice`. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <p class="empty-title strong sized-l">{title}</p>
      <p>{text}</p>
      {children && <div class="actions">{children}</div>}
    </div>
  )
}
