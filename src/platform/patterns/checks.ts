import type { Clause, TextCheck } from '#base/search-query/text-terms.ts'
import type { TextSource } from '../db/body-codec.ts'

export type Checks = { checks: readonly TextCheck[]; isCaseSensitive: boolean }

/** `message` is RE2's own, in English. `fragment` is the part of the pattern that it complains about. */
export type InvalidPattern = { kind: 'invalid'; message: string; fragment: string }

/** `clauses` are the texts that the patterns require. `invalid` names the check by its index. */
export type ReadPatterns = { kind: 'required'; clauses: readonly Clause[] } | (InvalidPattern & { index: number })

/** A text in parts, so that no pattern matches across their borders. Folded, unless case counts. */
export type CheckedText = readonly TextSource[]
export type CheckedTexts = Checks & { texts: readonly CheckedText[]; limitMs: number }
