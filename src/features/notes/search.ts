import { foldForSearch, foldKeepingNiqqud, hasNiqqud } from '#base/fold.ts'
import { type Excerpt, type Range, rangesOf, windowAround } from '#base/needle.ts'
import { cutChars } from '#base/text.ts'
import { collapseTitle, type Note } from './note.ts'

export const NOTE_SEARCH_DEFAULT_LIMIT = 30
export const NOTE_SEARCH_MAX_LIMIT = 50
export const NOTE_SEARCH_MAX_NEEDLE = 200
const NOTE_SEARCH_PREVIEW_CHARS = 200
const BEFORE_MATCH_CHARS = 40

/** A note that was found, and what the thing is called that it is stuck to. */
export type Hit = { note: Note; fileName: string | null; boardName: string | null }

/** What is looked for in titles and in bodies. */
export type Needle = {
  title: string
  body: string
  /** Set when the needle has niqqud: then it must stand in the text too. */
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
  const text = cutChars(content, NOTE_SEARCH_PREVIEW_CHARS)
  return { text, truncated: text.length < content.length }
}

/** A title with what was searched for marked in it, found as search finds it. */
export function markedTitle(title: string, query: string): Pick<Excerpt, 'text' | 'ranges'> {
  return { text: title, ranges: rangesOf(title, collapseTitle(query)) }
}

/** The preview with what was searched for marked in it; when it stands further on, the stretch around its first place. */
export function excerpt(content: string, query: string): Excerpt {
  const ranges = rangesOf(content, query)
  const { text, truncated } = preview(content)
  const first = ranges[0]
  if (first && first[1] > text.length)
    return windowAround(content, ranges, NOTE_SEARCH_PREVIEW_CHARS, BEFORE_MATCH_CHARS)
  return { text, ranges: ranges.filter(([, end]) => end <= text.length), cut: { start: false, end: truncated } }
}

const LINES_SHOWN = 4

/** The lines of an excerpt that say something, each with its own marks: each has a direction of its own. */
export function excerptLines({ text, ranges }: Excerpt): Pick<Excerpt, 'text' | 'ranges'>[] {
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
  const said = lines.filter((line) => line.text.trim() !== '')
  const first = said.findIndex((line) => line.ranges.length > 0)
  const start = first < LINES_SHOWN ? 0 : first - 1
  return said.slice(start, start + LINES_SHOWN)
}
