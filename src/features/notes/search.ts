import { foldForSearch, foldKeepingNiqqud, hasNiqqud } from '#base/fold.ts'
import { type Excerpt, type Range, findRanges, excerptAround } from '#base/needle.ts'
import { truncateChars } from '#base/text.ts'
import { collapseTitle, type Note } from './note.ts'

export const NOTE_SEARCH_DEFAULT_LIMIT = 30
export const NOTE_SEARCH_MAX_LIMIT = 50
export const NOTE_SEARCH_MAX_NEEDLE = 200
const NOTE_SEARCH_PREVIEW_CHARS = 200
const BEFORE_MATCH_CHARS = 40

/** A search hit with the name of its file or board. */
export type Hit = { note: Note; fileName: string | null; boardName: string | null }

/** A hit with the current lines of the note; `isLost`: they are gone from the text. */
export type LocatedHit = Hit & { isLost: boolean }

/** A hit with its excerpt. */
export type ShownHit = LocatedHit & { found: Excerpt }

/** The folded search terms for titles and bodies. */
export type Needle = {
  title: string
  body: string
  /** Set when the needle has niqqud, which must then match too. */
  marked: { title: string; body: string } | null
}

/** Literal and case-insensitive; niqqud is ignored when the needle has none. In titles whitespace is collapsed, as it is stored. */
export function needleOf(query: string): Needle {
  const inTitle = collapseTitle(query)
  return {
    title: foldForSearch(inTitle),
    body: foldForSearch(query),
    marked: hasNiqqud(query) ? { title: foldKeepingNiqqud(inTitle), body: foldKeepingNiqqud(query) } : null,
  }
}

/** The first 200 characters of the body, never cut inside a grapheme. */
export function preview(content: string): { text: string; truncated: boolean } {
  const text = truncateChars(content, NOTE_SEARCH_PREVIEW_CHARS)
  return { text, truncated: text.length < content.length }
}

/** A title with its matches, found by the same rules as the search. */
export function markedTitle(title: string, query: string): Pick<Excerpt, 'text' | 'ranges'> {
  return { text: title, ranges: findRanges(title, collapseTitle(query)) }
}

/** The preview with its matches; when the first match is beyond the preview, the text around that match. */
export function excerpt(content: string, query: string): Excerpt {
  const ranges = findRanges(content, query)
  const { text, truncated } = preview(content)
  const first = ranges[0]
  if (first && first[1] > text.length)
    return excerptAround(content, ranges, NOTE_SEARCH_PREVIEW_CHARS, BEFORE_MATCH_CHARS)
  return { text, ranges: ranges.filter(([, end]) => end <= text.length), cut: { start: false, end: truncated } }
}

const LINES_SHOWN = 4

type Line = Pick<Excerpt, 'text' | 'ranges'>

/** The lines of an excerpt that are not blank, each with its own matches, because each has its own text direction. */
export function excerptLines({ text, ranges }: Excerpt): Line[] {
  let from = 0
  const lines = text.split('\n').map((line) => {
    const [start, end] = [from, from + line.length]
    from = end + 1
    const inLine = ranges.filter(([first, last]) => first < end && last > start)
    return {
      text: line,
      ranges: inLine.map(([first, last]): Range => [Math.max(first, start) - start, Math.min(last, end) - start]),
    }
  })
  const filled = lines.filter((line) => line.text.trim() !== '')
  const first = filled.findIndex((line) => line.ranges.length > 0)
  const start = first < LINES_SHOWN ? 0 : first - 1
  return filled.slice(start, start + LINES_SHOWN).map(withTaskSign)
}

const TASK = /^\s*[-*+] \[([ xX])\] /

/**
 * Shows the marker of a task as a sign. The x of a completed task is a Latin letter, and a Hebrew line that begins with it would
 * be laid out left to right.
 */
function withTaskSign({ text, ranges }: Line): Line {
  const marker = TASK.exec(text)
  if (!marker || ranges.some(([start]) => start < marker[0].length)) return { text, ranges }
  const sign = marker[1] === ' ' ? '☐ ' : '☑ '
  const shift = sign.length - marker[0].length
  return {
    text: sign + text.slice(marker[0].length),
    ranges: ranges.map(([start, end]): Range => [start + shift, end + shift]),
  }
}
