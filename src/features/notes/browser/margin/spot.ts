import { truncateChars } from '#base/text.ts'
import type { Fields } from '../saving/fields.ts'
import type { NoteLocation } from '../saving/listed-note.ts'

export type LinesSpot = { kind: 'lines'; start: number; end: number }

/** The position of a note on a page. */
export type Spot =
  | LinesSpot
  | { kind: 'heading'; id: string }
  /** On the whole file, or on an anchor that this page does not show. */
  | { kind: 'file' }
  | { kind: 'lost' }

/** `code` has lines, and the headings of a Markdown text on some of them; `prose` has headings. */
export type Page = { kind: 'code'; headings?: readonly HeadingLine[] } | { kind: 'prose'; headings: readonly Heading[] }
export type Heading = { id: string; text: string }
export type HeadingLine = { line: number; text: string }

export function spotOf(fields: Fields, location: NoteLocation, page: Page): Spot {
  if (fields.anchorId !== null)
    return page.kind === 'prose' ? headingSpot(fields, page.headings) : headingLine(fields, page.headings ?? [])
  if (fields.lineStart === null) return { kind: 'file' }
  if (page.kind === 'prose') return location?.state === 'lost' ? { kind: 'lost' } : { kind: 'file' }
  if (location?.state === 'lost') return { kind: 'lost' }
  const start = location?.start ?? fields.lineStart
  return { kind: 'lines', start, end: location?.end ?? fields.lineEnd ?? start }
}

/** Finds the heading by id, otherwise by its text if that is unique. */
function headingSpot({ anchorId, anchorText }: Fields, headings: readonly Heading[]): Spot {
  if (headings.some(({ id }) => id === anchorId)) return { kind: 'heading', id: anchorId ?? '' }
  const [found, ...others] = headings.filter(({ text }) => text === anchorText)
  return found && others.length === 0 ? { kind: 'heading', id: found.id } : { kind: 'lost' }
}

/** The line of a heading in the source. Of several with the same text, the number at the end of the id says which: `usage-1` is the second. */
function headingLine({ anchorId, anchorText }: Fields, headings: readonly HeadingLine[]): Spot {
  const same = headings.filter(({ text }) => text === anchorText)
  const nth = same.length > 1 ? Number(/-(\d+)$/.exec(anchorId ?? '')?.[1] ?? 0) : 0
  const found = same[nth]
  return found ? { kind: 'lines', start: found.line, end: found.line } : { kind: 'file' }
}

/** `L14`, `L14-26`: left to right in both languages. */
export function lineLabel(start: number, end: number): string {
  return end > start ? `L${start}-${end}` : `L${start}`
}

/** The part of an address that names the lines: `#L14-L26`. */
export function lineHash(start: number, end: number): string {
  return `#${lineLabel(start, end).replace('-', '-L')}`
}

/** How notes on lines name and link them. */
export const lineLinks = {
  labelOf: (spot: Spot): string | null => (spot.kind === 'lines' ? lineLabel(spot.start, spot.end) : null),
  hrefOf: (spot: Spot): string | null => (spot.kind === 'lines' ? lineHash(spot.start, spot.end) : null),
}

/** As many lines as the given spot has, all within a text of `total` lines. */
export function linesLike(start: number, like: Spot, total: number): LinesSpot {
  const more = like.kind === 'lines' ? like.end - like.start : 0
  const first = Math.min(Math.max(1, start), Math.max(1, total - more))
  return { kind: 'lines', start: first, end: first + more }
}

const QUOTE_CHARS = 500

/** The anchored text, cut to the length that a note stores. */
export function quoteText(lines: readonly string[]): string {
  return truncateChars(lines.join('\n'), QUOTE_CHARS)
}
