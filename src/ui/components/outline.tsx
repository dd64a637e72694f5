import { formatNumber } from '#base/messages.ts'

type Item = { text: string; level: number; line: number }
/** `more`: the number of entries beyond those listed. */
type Props = { label: string; items: readonly Item[]; more: number; isCode: boolean }

/** The outline of a text: a popover, or a pane beside the text on wide screens when the page has `has-outline`. */
export function Outline({ label, items, more, isCode }: Props) {
  return (
    <nav class="outline float menu small" id="outline" popover="auto" aria-label={label}>
      <p class="outline-title strong">{label}</p>
      <ol class="stack" dir={isCode ? 'ltr' : undefined}>
        {items.map(({ text, level, line }) => (
          <li key={line} class={`outline-${level}`}>
            <a class="muted breaks hovers plain" href={`#L${line}`}>
              {/* A name in Hebrew keeps the order of the code: the dot of `.רשת` is before it. */}
              <bdi dir={isCode ? 'ltr' : undefined}>{text}</bdi>
            </a>
          </li>
        ))}
        {more > 0 && <li dir="ltr">+{formatNumber('en', more)}</li>}
      </ol>
    </nav>
  )
}
