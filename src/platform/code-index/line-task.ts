import { RE2JS, RE2JSException } from 're2js'
import type { Task } from '../threads.ts'
import type { CodeTerm } from './query.ts'
import type { CodeRange } from './ranges.ts'

type Input = { terms: readonly CodeTerm[]; isCaseSensitive: boolean; lines: readonly string[] }
/** The terms that a line matches, by their position, and where the terms that are not negated match. */
export type LineMatches = { terms: number[]; ranges: CodeRange[] }
type Output = { is: 'matched'; lines: LineMatches[] } | { is: 'invalid'; message: string }

const DEADLINE_MS = 2_000
const MAX_RANGES = 50

/** Finds the terms in lines with RE2, in time linear in the text: JavaScript's own engine must not run people's patterns. */
export const matchLinesTask: Task<Input, Output> = {
  name: 'match-code-lines',
  deadlineMs: DEADLINE_MS,
  run({ terms, isCaseSensitive, lines }) {
    const flags = isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE
    try {
      const patterns = terms.map(({ kind, text }) => RE2JS.compile(kind === 'text' ? RE2JS.quote(text) : text, flags))
      return { is: 'matched', lines: lines.map((line) => matchLine(terms, patterns, line)) }
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error
      return { is: 'invalid', message: error.message }
    }
  },
}

function matchLine(terms: readonly CodeTerm[], patterns: readonly RE2JS[], line: string): LineMatches {
  const found: LineMatches = { terms: [], ranges: [] }
  for (const [i, pattern] of patterns.entries()) {
    const matcher = pattern.matcher(line)
    if (!matcher.find()) continue
    found.terms.push(i)
    if (terms[i]?.isNegated === true) continue
    do {
      const range = { from: matcher.start(), to: matcher.end() }
      if (range.to > range.from) found.ranges.push(range)
    } while (found.ranges.length < MAX_RANGES && matcher.find())
  }
  found.ranges.sort((a, b) => a.from - b.from)
  return found
}
