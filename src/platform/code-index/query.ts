import { quotePattern } from '#base/search-query/text-terms.ts'

/** A word or a phrase to be found literally, or a regular expression in RE2 syntax. A negated one excludes files that contain it. */
export type CodeTerm = { kind: 'text' | 'pattern'; text: string; isNegated: boolean }
/** A part of a path, or a language by its name in `LANGUAGES`. */
export type CodeFilter = { text: string; isNegated: boolean }

/** Files that contain all terms somewhere, pass every path filter and are in one of the languages. */
export type CodeQuery = {
  terms: readonly CodeTerm[]
  isCaseSensitive: boolean
  languages: readonly CodeFilter[]
  paths: readonly CodeFilter[]
}

export function textQuery(text: string): CodeQuery {
  return { terms: [{ kind: 'text', text, isNegated: false }], isCaseSensitive: false, languages: [], paths: [] }
}

/** `never`: no line can match, because a line contains no line break. `no_terms`: nothing says which lines to show. */
export type CheckedQuery = { is: 'query'; query: CodeQuery } | { is: 'never' } | { is: 'no_terms' }

/** Drops terms that decide nothing. Both engines get what is left, so that they agree on the special cases. */
export function checkQuery(query: CodeQuery): CheckedQuery {
  const terms = query.terms
    .map((term) => ({ ...term, text: term.text.toWellFormed() }))
    .filter(({ text }) => text !== '')
  const isImpossible = ({ kind, text }: CodeTerm) => kind === 'text' && /[\n\0]/.test(text)
  if (!terms.some(({ isNegated }) => !isNegated)) return { is: 'no_terms' }
  if (terms.some((term) => !term.isNegated && isImpossible(term))) return { is: 'never' }
  const known = ({ text }: CodeFilter) => text !== ''
  return {
    is: 'query',
    query: {
      ...query,
      terms: terms.filter((term) => !isImpossible(term)),
      languages: query.languages.filter(known),
      paths: query.paths.filter(known),
    },
  }
}

/**
 * The query in zoekt's language. Everything external is inside quotes, where only `\` and `"` have a meaning, and directly behind
 * the name of its field. A space follows every opening parenthesis: without it zoekt reads a group of one word as text.
 */
export function toZoekt({ terms, isCaseSensitive, languages, paths }: CodeQuery): string {
  const wanted = languages.filter(({ isNegated }) => !isNegated).map(({ text }) => `lang:${quoted(text)}`)
  const parts = [
    `case:${isCaseSensitive ? 'yes' : 'no'}`,
    ...terms.map(({ kind, text, isNegated }) => {
      return negated(isNegated, `content:${quoted(kind === 'text' ? quotePattern(text) : text)}`)
    }),
    ...paths.map(({ text, isNegated }) => negated(isNegated, `( case:no file:${quoted(quotePattern(text))} )`)),
    ...languages.filter(({ isNegated }) => isNegated).map(({ text }) => `-lang:${quoted(text)}`),
    ...(wanted.length > 0 ? [`( ${wanted.join(' or ')} )`] : []),
  ]
  return parts.join(' ')
}

function negated(isNegated: boolean, expression: string): string {
  return isNegated ? `-${expression}` : expression
}

function quoted(text: string): string {
  return `"${text.toWellFormed().replaceAll(/[\\"]/g, '\\$&')}"`
}
