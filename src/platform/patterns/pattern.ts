import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { z } from 'zod'
import { foldForSearch, withoutNiqqud } from '#base/fold.ts'
import { toNfc } from '#base/nfc.ts'
import type { Clause } from '#base/search-query/text-terms.ts'
import type { InvalidPattern } from './checks.ts'

/** A pattern that a person wrote. It is compared with folded text, unless upper and lower case count. */
export type PatternSource = { pattern: string; isCaseSensitive: boolean }

export type Compiled = { kind: 'compiled'; regexp: RE2JS } | InvalidPattern

/**
 * Compiles with RE2, whose time grows with the text and not exponentially. Never compile people's patterns with JavaScript's own engine.
 * Compiling can take 100 ms, and matching seconds: call it in a worker thread.
 */
export function compilePattern({ pattern, isCaseSensitive }: PatternSource): Compiled {
  return isCaseSensitive ? compile(pattern, 0) : compile(asFolded(pattern), RE2JS.CASE_INSENSITIVE)
}

function compile(pattern: string, flags: number): Compiled {
  try {
    return { kind: 'compiled', regexp: RE2JS.compile(pattern, flags | RE2JS.MULTILINE) }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    if (!(error instanceof RE2JSSyntaxException)) return { kind: 'invalid', message: error.message, fragment: pattern }
    // re2js writes its flags before the pattern.
    const fragment = (error.getPattern() ?? pattern).replace(/^(\(\?[a-z]\))+/, '')
    return { kind: 'invalid', message: error.getDescription(), fragment }
  }
}

/** Folded text is composed and has no niqqud. The letters keep their case: `\S` is not `\s`. */
function asFolded(pattern: string): string {
  return withoutNiqqud(toNfc(pattern))
}

/**
 * The texts without which the pattern cannot match, in folded form: an index finds them quickly. RE2 collects them for itself, but only
 * where case counts, so they are read from the pattern compiled that way. Empty: any text may match.
 */
export function requiredTexts({ pattern }: Pick<PatternSource, 'pattern'>): Clause[] {
  return requiredClauses(asFolded(pattern))
    .map((clause) => clause.map(foldForSearch))
    .filter((clause) => clause.every((text) => text !== ''))
}

/** The longest text that every line with a match contains, as it is written; empty where there is none. Git cannot search for a NUL or a line break. */
export function requiredLiteral(pattern: string): string {
  const texts = requiredClauses(pattern).flatMap(([text = '', ...others]) => (others.length === 0 ? [text] : []))
  return texts.filter((text) => !/[\0\n]/.test(text)).toSorted((a, b) => b.length - a.length)[0] ?? ''
}

function requiredClauses(pattern: string): string[][] {
  // `(?i)` says what holds anyway, and would hide the texts.
  const compiled = compile(pattern.replace(/^\(\?i\)/, ''), 0)
  return compiled.kind === 'invalid' ? [] : clausesOf(Tree.nullable().parse(compiled.regexp.re2().prefilter))
}

/** The tree that re2js keeps beside a compiled pattern. Its numbers are those of `Prefilter.Type` in re2js; a test compares them. */
type Prefilter = { type: number; str: string; subs: Prefilter[] }
const [EXACT, AND, OR] = [1, 2, 3]

const Tree: z.ZodType<Prefilter> = z.lazy(() => z.object({ type: z.int(), str: z.string(), subs: z.array(Tree) }))

function clausesOf(tree: Prefilter | null): string[][] {
  if (tree?.type === EXACT) return [[tree.str]]
  if (tree?.type === AND) return tree.subs.flatMap(clausesOf)
  if (tree?.type !== OR) return []
  // Of each alternative one clause, the one with the longest texts. An alternative without any may match everything.
  const alternatives = tree.subs.map((sub) => longest(clausesOf(sub)))
  return alternatives.every((clause) => clause !== undefined) ? [alternatives.flat()] : []
}

function longest(clauses: readonly string[][]): string[] | undefined {
  const shortestText = (clause: readonly string[]) => Math.min(...clause.map((text) => text.length))
  return clauses.toSorted((a, b) => shortestText(b) - shortestText(a))[0]
}
