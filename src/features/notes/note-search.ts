import { foldForSearch, foldKeepingNiqqud, hasNiqqud } from '#base/fold.ts'
import type { NoteId } from '#base/ids.ts'
import { type Excerpt, excerptAround, findRanges } from '#base/needle.ts'
import type { Chosen } from '#base/search-query/query.ts'
import type { Clause } from '#base/search-query/text-terms.ts'
import type { SearchState } from '#base/search-query/vocabulary.ts'
import { truncateChars } from '#base/text.ts'
import type { ColorId } from './color-ids.ts'
import { collapseTitle, type Note } from './note.ts'

export const NOTE_SEARCH_DEFAULT_LIMIT = 30
export const NOTE_SEARCH_MAX_LIMIT = 50
export const NOTE_SEARCH_MAX_NEEDLE = 200
const NOTE_SEARCH_PREVIEW_CHARS = 200

/** A search hit with the name of its file or board. */
export type Hit = { note: Note; fileName: string | null; boardName: string | null }

/** The folded search terms for titles and bodies. */
export type Needle = {
  title: string
  body: string
  /** Set when the needle has niqqud, which must then match too. */
  marked: { title: string; body: string } | null
}

/** What a query of the search asks of notes. */
export type NoteSearch = {
  holds: readonly Needle[]
  lacks: readonly Needle[]
  /** Folded texts that the patterns of the query require in the title or the body. */
  requires: readonly Clause[]
  repos: Chosen
  tags: Chosen
  since: Date | null
  until: Date | null
  states: readonly SearchState[]
  color: ColorId | null
  /** A reminder whose time has come by then is due. */
  now: Date
  /** Of the notes that have fenced code too, those with an open task. Empty unless `states` asks for tasks. */
  openBesideFences: readonly NoteId[]
  /** The notes that match the patterns of the query; null when it has none, or they are compared later. */
  ids: readonly NoteId[] | null
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
  if (first && first[1] > text.length) return excerptAround(content, ranges, NOTE_SEARCH_PREVIEW_CHARS)
  return { text, ranges: ranges.filter(([, end]) => end <= text.length), cut: { start: false, end: truncated } }
}
