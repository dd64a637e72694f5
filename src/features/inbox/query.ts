import { parseQuery, tokensOf } from '#base/search-query/parse.ts'
import type { Query, QueryError } from '#base/search-query/query.ts'
import { markedTexts } from '#base/search-query/text-terms.ts'

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
    switch (operator) {
      case 'lang':
      case 'tag':
      case 'path':
      case 'sym':
        return true
      case 'is':
        return value !== 'task' && value !== 'due'
      case 'in':
        return isElsewhere
      case 'repo':
      case 'before':
      case 'after':
      case 'case':
      case null:
        return false
    }
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
