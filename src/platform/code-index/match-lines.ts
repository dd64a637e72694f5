import { RE2JS, RE2JSException } from 're2js'
import { requiredLiteral } from '../patterns/pattern.ts'
import type { LineMatches, MatchedLines, MatchInput, ReadTerms, TermsInput } from './line-matches.ts'

const MAX_RANGES = 50

export function matchLines({ terms, isCaseSensitive, lines }: MatchInput): MatchedLines {
  const compiled = compile({ terms, isCaseSensitive })
  if (compiled.is === 'invalid') return compiled
  return { is: 'matched', lines: lines.map((line) => matchLine(terms, compiled.patterns, line)) }
}

export function readTerms(input: TermsInput): ReadTerms {
  const compiled = compile(input)
  if (compiled.is === 'invalid') return compiled
  return { is: 'read', required: input.terms.map(({ kind, text }) => (kind === 'text' ? text : requiredLiteral(text))) }
}

function compile({ terms, isCaseSensitive }: TermsInput) {
  const flags = isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE
  try {
    const patterns = terms.map(({ kind, text }) => RE2JS.compile(kind === 'text' ? RE2JS.quote(text) : text, flags))
    return { is: 'compiled', patterns } as const
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { is: 'invalid', message: error.message } as const
  }
}

function matchLine(terms: MatchInput['terms'], patterns: readonly RE2JS[], line: string): LineMatches {
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
