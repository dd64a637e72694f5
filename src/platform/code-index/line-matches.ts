import type { CodeTerm } from './query.ts'
import type { CodeRange } from './ranges.ts'

export type TermsInput = { terms: readonly CodeTerm[]; isCaseSensitive: boolean }
export type MatchInput = TermsInput & { lines: readonly string[] }

/** For each term a text that every match of it contains; empty where there is none. */
export type ReadTerms = { is: 'read'; required: string[] } | { is: 'invalid'; message: string }

/** The terms that a line matches, by their position, and where the terms that are not negated match. */
export type LineMatches = { terms: number[]; ranges: CodeRange[] }

export type MatchedLines = { is: 'matched'; lines: LineMatches[] } | { is: 'invalid'; message: string }
