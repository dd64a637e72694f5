import { foldForSearch } from '#base/fold.ts'
import { parseQuery } from '#base/search-query/parse.ts'
import type { Query, SearchDay, SearchFilterKey } from '#base/search-query/query.ts'
import { markedTexts } from '#base/search-query/text-terms.ts'
import { findLanguage } from '#base/language/language.ts'
import { momentOf } from '#base/wall.ts'
import type { Chosen, FileFilter } from './search.ts'

/** What a query asks of files, besides their text. `zone` decides where a day begins. */
export function fileFilterOf(query: Query, zone: string): FileFilter {
  const of = (key: SearchFilterKey, read: (value: string) => string = (value) => value): Chosen => {
    const values = query.filters.filter((filter) => filter.key === key)
    const pick = (isExcluded: boolean) =>
      values.flatMap((filter) => (filter.isExcluded === isExcluded ? [read(filter.value)] : []))
    return { any: pick(false), none: pick(true) }
  }
  return {
    languages: of('lang', languageOf),
    repos: of('repo'),
    tags: of('tag'),
    paths: of('path', foldForSearch),
    isFavourite: query.states.includes('favourite'),
    isInTrash: query.states.includes('trash'),
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
  const { places, states, terms } = parsed.query
  const isForFiles = places.length === 0 && states.every((state) => state === 'favourite')
  return isForFiles && terms.every(({ kind }) => kind !== 'symbol') ? parsed.query : null
}

/** What to mark in names and descriptions of the list. */
export function textsToMark(q: string): string[] {
  const query = parseListQuery(q)
  return query ? markedTexts(query) : [q]
}
