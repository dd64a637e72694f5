import type { QueryError } from '#base/search-query/query.ts'

type Words = Readonly<Record<QueryError['code'], string | ((detail: string) => string)>>

/** The query with the letters that are wrong, and what is wrong with them. */
export function WrongQuery({ q, error, words }: { q: string; error: QueryError; words: Words }) {
  const { code, from, to, detail } = error
  const said = words[code]
  return (
    <div class="search-wrong stack gap-2" role="alert">
      <h2 id="results-title" class="search-wrong-text">
        {typeof said === 'string' ? said : said(detail)}
      </h2>
      <p class="search-wrong-query panel breaks mono" dir="auto">
        {q.slice(0, from)}
        <mark>{q.slice(from, to)}</mark>
        {q.slice(to)}
      </p>
    </div>
  )
}
