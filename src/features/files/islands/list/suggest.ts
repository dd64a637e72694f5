import { categoriesTyped } from '../../categories.ts'
import type { ListCounts } from './counts.ts'
import type { Qualifier, Typed } from './filters.ts'

export type Suggestion = { value: string; n: number | null }
const MOST = 8

/** The values of a qualifier, most used first, prefix matches before the others. */
export function suggestionsFor({ qualifier, value }: Typed, counts: ListCounts): Suggestion[] {
  const typed = value.toLowerCase()
  const begins = (suggestion: Suggestion) => suggestion.value.toLowerCase().startsWith(typed)
  return choicesOf(qualifier, counts)
    .filter((suggestion) => suggestion.value.toLowerCase().includes(typed))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .slice(0, MOST)
}

/** `lang:python` means Python. A value that no file has is kept as typed, and finds nothing. */
export function spellingIn(counts: ListCounts): (typed: Typed) => string {
  return ({ qualifier, value }) =>
    choicesOf(qualifier, counts).find((choice) => choice.value.toLowerCase() === value.toLowerCase())?.value ?? value
}

function choicesOf(qualifier: Qualifier, counts: ListCounts): Suggestion[] {
  const named = { lang: counts.languages, tag: counts.tags, repo: counts.repos, folder: counts.folders }
  if (qualifier !== 'is' && qualifier !== 'has') return named[qualifier].map(({ name, n }) => ({ value: name, n }))
  return categoriesTyped(qualifier).map(({ name, word, isCounted }) => {
    const count = counts.categories.find((each) => each.name === name)
    return { value: word, n: isCounted ? (count?.n ?? 0) : null }
  })
}
