import type { QueryError } from '#base/search-query/query.ts'
import { problem } from '#platform/problem.ts'

/** `reason` is the code of the error; `from` and `to` are the letters of `q` that it is about. */
export const invalidQuery = problem<{
  field: 'q'
  reason: QueryError['code']
  from: number
  to: number
  detail: string
}>(400, 'invalid_query', {
  he: 'אי אפשר להבין את החיפוש.',
  en: 'The search cannot be understood.',
})
