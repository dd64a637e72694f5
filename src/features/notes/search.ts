import { foldForSearch, foldKeepingNiqqud, hasNiqqud } from '#base/fold.ts'
import { cutChars } from '#base/text.ts'
import { collapseTitle } from './note.ts'

export const NOTE_SEARCH_DEFAULT_LIMIT = 30
export const NOTE_SEARCH_MAX_LIMIT = 50
export const NOTE_SEARCH_MAX_NEEDLE = 200
const NOTE_SEARCH_PREVIEW_CHARS = 200

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
