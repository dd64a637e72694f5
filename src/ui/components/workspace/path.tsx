import type { ComponentChildren } from 'preact'

type Crumb = { name: string; href: string }
type Props = {
  label: string
  /** The folders above, the outermost first. */
  above: readonly Crumb[]
  /** The last part: the name of the file, as a heading or as a field. */
  children: ComponentChildren
}

/** A path runs from left to right in both languages, and each part keeps its own direction: it is isolated from its neighbours. */
export function PathCrumbs({ label, above, children }: Props) {
  return (
    <div class="workspace-path row shrinks" dir="ltr">
      {above.length > 0 && (
        <nav class="workspace-above flex meta shrinks" aria-label={label}>
          {above.map(({ name, href }) => (
            <span key={href} class="shrinks">
              <a class="plain-link truncate" href={href} title={name}>
                <bdi>{name}</bdi>
              </a>
              <span class="workspace-slash" aria-hidden="true">
                /
              </span>
            </span>
          ))}
        </nav>
      )}
      {children}
    </div>
  )
}
