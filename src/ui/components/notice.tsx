import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { kindMessages } from '#ui/kind-messages.ts'

type Props = {
  kind: 'info' | 'warn' | 'error' | 'success'
  locale: Locale
  title?: string
  children: ComponentChildren
}

/** The kind is said in a word for those who see neither colour nor icon. */
export function Notice({ kind, locale, title, children }: Props) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind} />
      <div>
        <span class="visually-hidden">{kindMessages(locale)[kind]}: </span>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
