import type { RE2JS } from 're2js'
import { textOf } from '../db/body-codec.ts'
import { compilePattern, type PatternSource, requiredTexts } from './pattern.ts'
import type { CheckedTexts, Checks, ReadPatterns } from './checks.ts'

export function readPatterns({ checks, isCaseSensitive }: Checks): ReadPatterns {
  for (const [index, { pattern }] of checks.entries()) {
    const compiled = compilePattern({ pattern, isCaseSensitive })
    if (compiled.kind === 'invalid') return { ...compiled, index }
  }
  return { kind: 'required', clauses: checks.flatMap((check) => (check.isExcluded ? [] : requiredTexts(check))) }
}

export function checkTexts({ checks, isCaseSensitive, texts, limitMs }: CheckedTexts): boolean[] {
  const end = performance.now() + limitMs
  const compiled = checks.map(({ pattern, isExcluded }) => ({
    isExcluded,
    regexp: compileRead({ pattern, isCaseSensitive }),
  }))
  const passed: boolean[] = []
  for (const text of texts) {
    // At least one, so that every search makes progress.
    if (passed.length > 0 && performance.now() > end) break
    const parts = text.map(textOf)
    passed.push(compiled.every(({ regexp, isExcluded }) => parts.some((part) => regexp.test(part)) !== isExcluded))
  }
  return passed
}

/** For patterns that `readPatterns` has accepted. */
export function compileRead(source: PatternSource): RE2JS {
  const compiled = compilePattern(source)
  if (compiled.kind === 'invalid') throw new Error(`the pattern was not read before: ${compiled.message}`)
  return compiled.regexp
}
