import { parseQuery, tokensOf } from '#base/search-query/parse.ts'
import type { Query, QueryError } from '#base/search-query/query.ts'
import { markedTexts } from '#base/search-query/text-terms.ts'
import { isInList, SEARCH_KEYS, SEARCH_STATES, stateNamed } from '#base/search-query/vocabulary.ts'

export type NotesQuery = { kind: 'none' } | { kind: 'error'; error: QueryError } | { kind: 'query'; query: Query }

/** Reads the search box of /notes: the language of the search, without what only files have. */
export function parseNotesQuery(q: string): NotesQuery {
  if (q.trim() === '') return { kind: 'none' }
  const parsed = parseQuery(q)
  if (parsed.kind === 'error') return parsed
  const error = foreignPart(q, parsed.query)
  if (error) return { kind: 'error', error }
  const { terms, filters, states, before, after } = parsed.query
  const asksForSome = terms.length + filters.length + states.length > 0 || before !== null || after !== null
  return asksForSome ? parsed : { kind: 'none' }
}

/** The first part that asks for something else than notes. */
function foreignPart(q: string, { places }: Query): QueryError | null {
  const isElsewhere = places.length > 0 && !places.includes('notes')
  const token = tokensOf(q).find(({ operator, value }) => {
    if (operator === 'in') return isElsewhere
    const state = operator === 'is' ? stateNamed(value) : undefined
    const part = state ? SEARCH_STATES[state] : operator && SEARCH_KEYS[operator]
    return part !== null && !isInList(part, 'notes')
  })
  if (!token) return null
  const { operator, from, to, value } = token
  const detail = operator === 'is' || operator === 'in' ? `${operator}:${value}` : `${operator}:`
  return { code: 'not_for_notes', from, to, detail }
}

/** The words to mark in the notes that were found. */
export function textsToMark(q: string): string[] {
  const parsed = parseNotesQuery(q)
  return parsed.kind === 'query' ? markedTexts(parsed.query) : []
}
