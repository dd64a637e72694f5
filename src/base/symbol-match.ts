import { foldForSearch } from './fold.ts'
import { findFoldedRanges, type Range } from './needle.ts'
import { charLength } from './text.ts'

/** How a name matches, best first. */
export const MATCH_RANKS = ['exact', 'prefix', 'hump', 'word', 'substring'] as const
export type MatchRank = (typeof MATCH_RANKS)[number]
export type NameMatch = { rank: MatchRank; ranges: Range[] }

/** Shorter ones match no substring: most names hold them, and no index finds them. */
const MIN_SUBSTRING_CHARS = 3
/** Of a name; later ones are no humps. */
const MAX_WORDS = 16
/** Of a name; no match begins at later ones. Each is stored with the rest of the name behind it. */
const MAX_LATER_WORDS = 8

/** What a person looks for, prepared once for many names. */
export type Wanted = {
  folded: string
  /** Each must begin one word of the name, from its first word on; empty when no name matches by its humps. */
  humps: readonly string[]
  isSubstring: boolean
}

/** Null when nothing is asked for. */
export function readWanted(text: string): Wanted | null {
  const clean = cleanName(text).trim()
  const folded = foldParts(clean)
    .map((part) => part.folded)
    .join('')
  if (folded === '') return null
  return { folded, humps: humpsOf(clean), isSubstring: charLength(folded) >= MIN_SUBSTRING_CHARS }
}

/** Whether and how a name matches, with the ranges to mark in it. Case, niqqud and composition do not count. */
export function matchName(name: string, asked: string | Wanted): NameMatch | null {
  const wanted = typeof asked === 'string' ? readWanted(asked) : asked
  if (!wanted) return null
  const split = splitName(name)
  const { folded } = wanted
  if (split.folded.startsWith(folded))
    return { rank: split.folded === folded ? 'exact' : 'prefix', ranges: rangesAt(name, 0, folded) }
  if (beginsWith(split.words, wanted.humps))
    return {
      rank: 'hump',
      ranges: wanted.humps.flatMap((hump, i) => rangesAt(name, split.words[i]?.from ?? 0, hump)),
    }
  const word = laterWords(split).find(({ at }) => split.folded.startsWith(folded, at))
  if (word) return { rank: 'word', ranges: rangesAt(name, word.from, folded) }
  if (!wanted.isSubstring || !split.folded.includes(folded)) return null
  return { rank: 'substring', ranges: findFoldedRanges(name, folded, foldForSearch).slice(0, 1) }
}

/** A word of a name: where it begins in the name and in the folded name. */
type Word = { from: number; at: number; folded: string }
export type SplitName = { folded: string; words: readonly Word[] }

/** `normaliseBodyFields`, `normalise_body_fields` and `normalise-body-fields` have the same three words; `HTTPServer` has two. */
export function splitName(name: string): SplitName {
  let folded = ''
  const words: Word[] = []
  for (const part of foldParts(cleanName(name))) {
    if (part.isWord && words.length < MAX_WORDS) words.push({ from: part.from, at: folded.length, folded: part.folded })
    folded += part.folded
  }
  return { folded, words }
}

/** The words inside a name at which a match may begin. */
export function laterWords({ words }: SplitName): Word[] {
  return words.filter(({ at }) => at > 0).slice(0, MAX_LATER_WORDS)
}

/** Same length, so that offsets stay valid. The search document separates its fields by these characters. */
function cleanName(name: string): string {
  return name.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

const LOWER = String.raw`[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}\p{N}]`
/** Capitals that no small letter follows are one word, of which the last may begin the next. */
const WORD = new RegExp(String.raw`(?:\p{Lu}\p{M}*)+(?!\p{M}|\p{Ll})\p{N}*|\p{Lu}?${LOWER}+`, 'gu')

type Part = { from: number; folded: string; isWord: boolean }

/** The words of a name and what is between them. They are folded one by one, so that the same word folds equally in every name. */
function foldParts(name: string): Part[] {
  const parts: Part[] = []
  let done = 0
  const add = (from: number, to: number, isWord: boolean) => {
    const folded = foldForSearch(name.slice(from, to))
    if (folded !== '') parts.push({ from, folded, isWord })
    done = to
  }
  for (const { 0: word, index } of name.matchAll(WORD)) {
    add(done, index, false)
    add(index, index + word.length, true)
  }
  add(done, name.length, false)
  return parts
}

/** Every capital begins a hump, and so does what follows a separator. Of `nbf`, which has neither, every letter does. */
const HUMP = new RegExp(String.raw`\p{Lu}?${LOWER}+|\p{Lu}\p{M}*`, 'gu')

function humpsOf(wanted: string): string[] {
  const humps = (wanted.match(HUMP) ?? []).map(foldForSearch).filter((hump) => hump !== '')
  const [only] = humps
  const split = humps.length === 1 && only !== undefined ? Array.from(only) : humps
  return split.length >= 2 && split.length <= MAX_WORDS ? split : []
}

function beginsWith(words: readonly Word[], humps: readonly string[]): boolean {
  return humps.length > 0 && humps.every((hump, i) => words[i]?.folded.startsWith(hump) === true)
}

/** The range of `name` that folds to `folded`, searched from offset `from` on. */
function rangesAt(name: string, from: number, folded: string): Range[] {
  const [range] = findFoldedRanges(name.slice(from), folded, foldForSearch)
  return range ? [[from + range[0], from + range[1]]] : []
}
