import type { ComponentChildren } from 'preact'

type Props = {
  /** The id of the card for links and screen readers; unique on the page. */
  id: string
  title: ComponentChildren
  hint?: ComponentChildren
  children: ComponentChildren
}

export function Card({ id, title, hint, children }: Props) {
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <div class="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {hint && <p class="meta">{hint}</p>}
      </div>
      {children}
    </section>
  )
}
