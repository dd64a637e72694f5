import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '#ui/icons.tsx'

type Props = {
  icon: IconName
  title: string
  text: string
  /** What to do next: links and forms. */
  children?: ComponentChildren
}

/** Only for a count that the server proved to be zero; a failed read is a `Notice`. */
export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <p class="empty-title">{title}</p>
      <p>{text}</p>
      {children && <div class="actions">{children}</div>}
    </div>
  )
}
