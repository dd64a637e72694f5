import { cutChars } from '#base/text.ts'
import type { Fields } from '../saving/fields.ts'
import type { NotePlace } from '../saving/listed-note.ts'

/** Where a note is on a page. */
export type Spot =
  | { kind: 'lines'; start: number; end: number }
  | { kind: 'heading'; id: string }
  /** On the file as a whole, or on what this page does not show. */
  | { kind: 'file' }
  | { kind: 'lost' }

/** `code` has lines, `prose` has headings: their ids and what they say. */
export type Page = { kind: 'code' } | { kind: 'prose'; headings: readonly Heading[] }
export type Heading = { id: string; text: string }

export function spotOf(fields: Fields, place: NotePlace, page: Page): Spot {
  if (fields.anchorId !== null) return page.kind === 'prose' ? headingSpot(fields, page.headings) : { kind: 'file' }
  if (fields.lineStart === null) return { kind: 'file' }
  if (page.kind === 'prose') return place?.state === 'lost' ? { kind: 'lost' } : { kind: 'file' }
  if (place?.state === 'lost') return { kind: 'lost' }
  const start = place?.start ?? fields.lineStart
  return { kind: 'lines', start, end: place?.end ?? fields.lineEnd ?? start }
}

/** By its id; else by its words, where they are the only ones. Never by guess. */
function headingSpot({ anchorId, anchorText }: Fields, headings: readonly Heading[]): Spot {
  if (headings.some(({ id }) => id === anchorId)) return { kind: 'heading', id: anchorId ?? '' }
  const [found, ...others] = headings.filter(({ text }) => text === anchorText)
  return found && others.length === 0 ? { kind: 'heading', id: found.id } : { kind: 'lost' }
}

/** `L14`, `L14-26`: left to right in both languages. */
export function lineLabel(start: number, end: number): string {
  return end > start ? `L${start}-${end}` : `L${start}`
}

const QUOTE_CHARS = 500

/** What stood there, as much of it as a note keeps. */
export function quoteText(lines: readonly string[]): string {
  return cutChars(lines.join('\n'), QUOTE_CHARS)
}
