import { foldForSearch } from '../fold.ts'
import { findRanges, type Range } from '../needle.ts'
import type { Query, Term } from './query.ts'

/** Texts of which one must be there, in folded form. */
export type Clause = readonly string[]

/** A regular expression that a text must match, or must not. Words of a case-sensitive query are patterns too. */
export type TextCheck = { pattern: string; isExcluded: boolean }

/**
 * What a query asks of a text. `holds` and `lacks` are compared with the folded text, which the database can do. `checks` need the
 * engine of patterns, on the folded text or, where upper and lower case count, on the text as it is stored.
 */
export type TextTerms = {
  holds: readonly Clause[]
  lacks: readonly string[]
  checks: readonly TextCheck[]
  isCaseSensitive: boolean
}

export function textTermsOf({ terms, isCaseSensitive }: Pick<Query, 'terms' | 'isCaseSensitive'>): TextTerms {
  const literals = terms.filter(isLiteral)
  const required = literals.filter(({ isExcluded }) => !isExcluded)
  // A text may hold `CSS` and not `css`, so that a folded comparison cannot exclude it.
  const excluded = isCaseSensitive ? [] : literals.filter((term) => term.isExcluded)
  const patterns = terms.filter(({ kind }) => kind === 'pattern')
  return {
    holds: required.flatMap(({ text }) => folded(text).map((each) => [each])),
    lacks: excluded.flatMap(({ text }) => folded(text)),
    checks: [
      ...patterns.map(({ text, isExcluded }) => ({ pattern: text, isExcluded })),
      ...(isCaseSensitive ? literals : []).map(({ text, isExcluded }) => ({ pattern: quotePattern(text), isExcluded })),
    ],
    isCaseSensitive,
  }
}

function isLiteral({ kind }: Term): boolean {
  return kind === 'word' || kind === 'phrase'
}

/** Nothing where the text is nothing but niqqud. */
function folded(text: string): string[] {
  const needle = foldForSearch(text)
  return needle === '' ? [] : [needle]
}

/** A pattern that matches this text and nothing else. */
export function quotePattern(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$]/g, String.raw`\$&`)
}

/** A query that looks for this text as it stands. */
export function quotePhrase(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** A query that looks for what has this tag. */
export function tagQuery(tag: string): string {
  return `tag:${/^[\p{L}\p{N}_-]+$/u.test(tag) ? tag : quotePhrase(tag)}`
}

/** What to mark in a result: every word and phrase that is asked for. Niqqud alone is not: every text with a point would be read to its end. */
export function markedTexts({ terms }: Pick<Query, 'terms'>): string[] {
  return terms.flatMap((term) => (isLiteral(term) && !term.isExcluded && asksForText(term) ? [term.text] : []))
}

/** False for a word of nothing but niqqud, which every text has. */
export function asksForText(term: Term): boolean {
  return !isLiteral(term) || foldForSearch(term.text) !== ''
}

/** Where these texts are in a text, compared as search compares. Sorted, without overlaps. */
export function markedRanges(text: string, marked: readonly string[]): Range[] {
  return joinRanges(marked.flatMap((each) => findRanges(text, each)))
}

/** Sorted; ranges that overlap become one. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
