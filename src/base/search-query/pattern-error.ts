import type { Query, QueryError } from './query.ts'
import { textTermsOf } from './text-terms.ts'

/** Points at the letters that RE2 complains about, or at the whole pattern. */
export function patternError(
  query: Query,
  { index, message, fragment }: { index: number; message: string; fragment: string },
): QueryError {
  const pattern = textTermsOf(query).checks[index]?.pattern
  const term = query.terms.find(({ kind, text }) => kind === 'pattern' && text === pattern)
  const { from, to } = term ?? { from: 0, to: 0 }
  const at = term?.text.indexOf(fragment) ?? -1
  // One for the slash, and one more for an excluded pattern.
  const start = from + 1 + (term?.isExcluded ? 1 : 0)
  const isPart = at > 0 || (at === 0 && fragment.length < (term?.text.length ?? 0))
  return {
    code: 'invalid_pattern',
    detail: message,
    ...(isPart ? { from: start + at, to: start + at + fragment.length } : { from, to }),
  }
}
