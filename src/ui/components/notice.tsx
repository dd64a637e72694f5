import type { ComponentChildren } from 'preact'
import type { Locale } from '#base/messages.ts'
import { Icon } from '#ui/icons.tsx'
import { noticeKindMessages } from '#ui/kind-messages.ts'

type Props = {
  kind: 'info' | 'warn' | 'error' | 'success'
  locale: Locale
  title?: string
  children: ComponentChildren
}

/** A word names the kind for users who see neither colour nor icon. */
export function Notice({ kind, locale, title, children }: Props) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind} />
      <div>
        <span class="visually-hidden">{noticeKindMessages(locale)[kind]}: </span>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
