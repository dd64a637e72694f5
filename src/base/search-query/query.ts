/** The groups of results that `in:` can name. */
export const SEARCH_PLACES = ['files', 'notes', 'boards', 'repos'] as const
export type SearchPlace = (typeof SEARCH_PLACES)[number]

/** What `is:` can ask for. */
export const SEARCH_STATES = ['favourite', 'task', 'due', 'trash'] as const
export type SearchState = (typeof SEARCH_STATES)[number]

/** Filters with a value that the person chooses. */
export const SEARCH_FILTERS = ['repo', 'lang', 'tag', 'path'] as const
export type SearchFilterKey = (typeof SEARCH_FILTERS)[number]

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

export type ParsedQuery = { kind: 'query'; query: Query } | { kind: 'error'; error: QueryError }

export const MAX_SEARCH_CHARS = 500
/** Each part is a condition in every statement of the search. */
export const MAX_SEARCH_PARTS = 20
