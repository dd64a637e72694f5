import type { SearchPlace, SearchState } from './vocabulary.ts'

/** Filters with a value that the person chooses. */
export type SearchFilterKey = 'repo' | 'lang' | 'tag' | 'path'

/** Where a part of the query stands in the text, for messages that point at it. */
export type Span = { from: number; to: number }

/**
 * `word`: found anywhere, also inside other words. `phrase`: the same, with its spaces. `pattern`: a regular expression with the
 * syntax of RE2. `symbol`: the name of a definition.
 */
export type Term = Span & {
  kind: 'word' | 'phrase' | 'pattern' | 'symbol'
  text: string
  isExcluded: boolean
}

export type SearchFilter = Span & { key: SearchFilterKey; value: string; isExcluded: boolean }

/** A day, a month or a year, by its first day: `2026-03` is `2026-03-01`. */
export type SearchDay = { year: number; month: number; day: number }

/** A query. Everything in it must hold. */
export type Query = {
  terms: readonly Term[]
  filters: readonly SearchFilter[]
  /** Empty: everywhere. */
  places: readonly SearchPlace[]
  states: readonly SearchState[]
  /** Changed before this day. */
  before: SearchDay | null
  /** Changed on this day or later. */
  after: SearchDay | null
  isCaseSensitive: boolean
}

/** Why a query cannot be answered, and the letters that say so. */
export type QueryError = Span & {
  code:
    | 'unclosed_quote'
    | 'empty_value'
    | 'unknown_value'
    | 'invalid_day'
    | 'cannot_exclude'
    | 'only_exclusions'
    | 'invalid_pattern'
    | 'too_long'
    | 'too_many_parts'
    /** What only other kinds of results have, on a page that lists one kind. */
    | 'not_for_notes'
  /** What the message quotes: the operator, or what the pattern's compiler said. */
  detail: string
}

/** Values of which something must have some or all, and values that it must not have. */
export type Chosen = { any: readonly string[]; none: readonly string[] }

/** What the filters with this key ask for. `read`: what each value means. */
export function chosenBy(
  { filters }: Pick<Query, 'filters'>,
  key: SearchFilterKey,
  read: (value: string) => string = (value) => value,
): Chosen {
  const ofKey = filters.filter((filter) => filter.key === key)
  const pick = (isExcluded: boolean) =>
    ofKey.flatMap((filter) => (filter.isExcluded === isExcluded ? [read(filter.value)] : []))
  return { any: pick(false), none: pick(true) }
}

/** The name that a search for a symbol looks for. */
export function wantedName({ terms }: Pick<Query, 'terms'>): string {
  return terms.find(({ isExcluded }) => !isExcluded)?.text ?? ''
}

export type ParsedQuery = { kind: 'query'; query: Query } | { kind: 'error'; error: QueryError }

export const MAX_SEARCH_CHARS = 500
/** Each part is a condition in every statement of the search. */
export const MAX_SEARCH_PARTS = 20
