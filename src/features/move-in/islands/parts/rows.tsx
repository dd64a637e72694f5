import type { ComponentChildren } from 'preact'

type Props<T> = {
  title: string
  items: readonly T[]
  /** Longer lists are cut, because thousands of rows are unreadable; the counts above include all. */
  most: number
  more: (n: number) => string
  children: (item: T) => ComponentChildren
}

export function Rows<T>({ title, items, most, more, children }: Props<T>) {
  if (items.length === 0) return null
  return (
    <section class="stack gap-2">
      <h3>
        {title} <span class="meta regular">{items.length}</span>
      </h3>
      <ul class="move-rows stack">
        {items.slice(0, most).map((item, i) => (
          <li key={i} class="spread gap-1-4 breaks rule-above">
            {children(item)}
          </li>
        ))}
      </ul>
      {items.length > most && <p class="meta regular">{more(items.length - most)}</p>}
    </section>
  )
}
