import { type Excerpt, excerptAround } from '#base/needle.ts'
import { HighlightedText } from './marked.tsx'

/** A line of code with matches, and the address that opens it. */
export type ShownLine = Excerpt & { line: number; url: string }

type Props = {
  lines: readonly ShownLine[]
  /** For screen readers: "Line 12". */
  lineName: (line: number) => string
  /** The class that places the list in its page. */
  class: string
}

/** Lines that a search found. Code is always left to right; isolating the line keeps Hebrew words in order. */
export function CodeLines({ lines, lineName, class: place }: Props) {
  return (
    <ol class={`found-lines notranslate ${place}`} dir="ltr">
      {lines.map(nearMatch).map(({ line, text, ranges, cut, url }) => (
        <li key={line}>
          <a href={url}>
            <span class="code-line-number muted mono tiny text-end">
              <span class="visually-hidden">{lineName(line)}: </span>
              <span aria-hidden="true">{line}</span>
            </span>
            <code>
              {cut.start && '…'}
              <HighlightedText text={text} ranges={ranges} />
              {cut.end && '…'}
            </code>
          </a>
        </li>
      ))}
    </ol>
  )
}

/** A phone shows about 34 characters of a line. */
const BEFORE_MATCH_CHARS = 24

/** A row cuts a long line at its end, so a line whose match is far from its start begins nearer to the match. */
function nearMatch(shown: ShownLine): ShownLine {
  const { text, ranges, cut } = shown
  if ((ranges[0]?.[0] ?? 0) <= BEFORE_MATCH_CHARS) return shown
  const near = excerptAround(text, ranges, text.length, BEFORE_MATCH_CHARS)
  return { ...shown, ...near, cut: { start: true, end: cut.end } }
}
