import type { CodeTerm } from './query.ts'
import type { CodeRange } from './ranges.ts'

export type MatchInput = { terms: readonly CodeTerm[]; isCaseSensitive: boolean; lines: readonly string[] }

/** The terms that a line matches, by their position, and where the terms that are not negated match. */
export type LineMatches = { terms: number[]; ranges: CodeRange[] }

export type MatchedLines = { is: 'matched'; lines: LineMatches[] } | { is: 'invalid'; message: string }
