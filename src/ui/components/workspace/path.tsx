import type { ComponentChildren } from 'preact'

type Crumb = { name: string; href: string }
/** Of a deeper path only the first folder and the last two are named: all of them would be cut to a letter each. */
const MOST_NAMED = 4

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
          {shortened(above).map(({ name, href, isCut }) => (
            <span key={href} class="shrinks">
              <a class="plain-link truncate" href={href} title={name} {...(isCut && { 'aria-label': name })}>
                {isCut ? '…' : <bdi>{name}</bdi>}
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

function shortened(above: readonly Crumb[]): readonly (Crumb & { isCut?: true })[] {
  if (above.length <= MOST_NAMED) return above
  return above.flatMap((crumb, i) => {
    if (i === 0 || i >= above.length - 2) return [crumb]
    return i === above.length - 3 ? [{ ...crumb, isCut: true as const }] : []
  })
}
