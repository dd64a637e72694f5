import { foldForSearch } from '#base/fold.ts'
import { parseQuery } from '#base/search-query/parse.ts'
import { type Chosen, chosenBy, type Query, type SearchDay } from '#base/search-query/query.ts'
import { isForList } from '#base/search-query/scope.ts'
import { markedTexts } from '#base/search-query/text-terms.ts'
import type { SearchState } from '#base/search-query/vocabulary.ts'
import { findLanguage } from '#base/language/language.ts'
import { momentOf } from '#base/wall-time.ts'

/** What the filters inside a search ask of a file. A file has one language and one repository, so one of several is enough; tags and parts of the path must all be there. */
export type FileFilter = {
  languages: Chosen
  repos: Chosen
  tags: Chosen
  /** Folded. */
  paths: Chosen
  states: readonly SearchState[]
  since: Date | null
  until: Date | null
}

/** What a query asks of files, besides their text. `zone` decides where a day begins. */
export function fileFilterOf(query: Query, zone: string): FileFilter {
  return {
    languages: chosenBy(query, 'lang', languageOf),
    repos: chosenBy(query, 'repo'),
    tags: chosenBy(query, 'tag'),
    paths: chosenBy(query, 'path', foldForSearch),
    states: query.states,
    since: query.after && startOf(query.after, zone),
    until: query.before && startOf(query.before, zone),
  }
}

/** An unknown language finds nothing. */
function languageOf(value: string): string {
  return findLanguage(value) ?? value
}

function startOf(day: SearchDay, zone: string): Date {
  return momentOf({ ...day, hour: 0, minute: 0 }, zone)
}

/**
 * The query in the box of the file list. Null when the list cannot answer it, or when it is no query at all: then its text is searched
 * for as it stands. The list has always searched for any text, and `/search` explains what is wrong.
 */
export function parseListQuery(text: string): Query | null {
  const parsed = parseQuery(text)
  if (parsed.kind === 'error') return null
  return isForList(parsed.query, 'files') ? parsed.query : null
}

/** What to mark in names and descriptions of the list. */
export function textsToMark(q: string): string[] {
  const query = parseListQuery(q)
  return query ? markedTexts(query) : [q]
}
