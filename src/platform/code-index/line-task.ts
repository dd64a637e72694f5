import type { Task } from '../threads.ts'
import type { MatchedLines, MatchInput, ReadTerms, TermsInput } from './line-matches.ts'

/** Finds the terms in lines with RE2, in time linear in the text: JavaScript's own engine must not run people's patterns. The engine is large, so it is loaded by the first search. */
export const matchLinesTask: Task<MatchInput, MatchedLines> = {
  name: 'match-code-lines',
  deadlineMs: 2_000,
  run: async (input) => (await import('./match-lines.ts')).matchLines(input),
}

/** Compiles the terms, and finds what git can look for. */
export const readTermsTask: Task<TermsInput, ReadTerms> = {
  name: 'read-code-terms',
  deadlineMs: 1_000,
  run: async (input) => (await import('./match-lines.ts')).readTerms(input),
}
