import type { ComponentChildren } from 'preact'

type Props = {
  tone?: 'plain' | 'accent' | 'success' | 'warn' | 'danger'
  children: ComponentChildren
}

export function Chip({ tone = 'plain', children }: Props) {
  return <span class={`chip chip-${tone}`}>{children}</span>
}
