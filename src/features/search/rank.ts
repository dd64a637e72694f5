import { withoutNiqqud } from '#base/fold.ts'
import type { Range } from '#base/needle.ts'
import { type Query, wantedName } from '#base/search-query/query.ts'
import { matchName, splitName } from '#base/symbol-match.ts'
import { SECONDS_PER_DAY } from '#base/time.ts'
import type { Candidate, SearchHit } from './found.ts'

/**
 * How well a result matches. A better kind of match always wins: an exact name before a part of a name, a name before a text, a whole
 * word before a part of a word. Within one kind, favourites, own work and what was changed lately come first: the steps between kinds
 * are larger than all of that together.
 */
const KIND = {
  exactName: 180,
  /** `create-context.js` for `createContext`. */
  sameWords: 140,
  nameStart: 120,
  nameWord: 96,
  namePart: 72,
  textWord: 48,
  textPart: 20,
  other: 0,
} as const
type Kind = keyof typeof KIND

/** Below a name that matches in the same way, because a symbol is a part of a file; an exact one before all other names. */
const SYMBOL = { exact: 160, prefix: 118, hump: 116, word: 94, substring: 70 } as const
/** Of a word in small letters each letter may begin a word of a name, so that `red` finds `renderErrorDetails`. */
const GUESSED_HUMP = 46

const FAVOURITE = 5
const OWN = 3
const RECENT = 10
/** After so many days a change counts half. */
const HALF_LIFE_DAYS = 30

type Asked = { query: Query; words: readonly string[]; now: Date }

/** The results of one group, best first; of equally good ones in the order of their source. */
export function rankHits(candidates: readonly Candidate[], asked: Asked): SearchHit[] {
  return candidates.map((candidate) => toHit(candidate, asked)).toSorted((a, b) => b.score - a.score)
}

function toHit({ isOwn = false, symbolRank, ...found }: Candidate, { query, words, now }: Asked): SearchHit {
  const hit = { ...EMPTY_HIT, ...found }
  const { title: name, excerpt, lines, isFavourite, updatedAt } = hit
  const texts = excerpt ? [excerpt, ...lines] : lines
  const score =
    symbolRank === undefined
      ? scoreOf({ name, texts, isFavourite, isOwn, updatedAt }, words, now)
      : scoreOfSymbol(symbolRank, wantedName(query))
  return { ...hit, score }
}

/** What a result has where its source says nothing else. */
export const EMPTY_HIT = {
  ranges: [],
  excerpt: null,
  lines: [],
  updatedAt: null,
  language: null,
  symbolKind: null,
  isFavourite: false,
}

type Ranked = {
  name: string
  /** Texts around matches, with the matches. */
  texts: readonly { text: string; ranges: readonly Range[] }[]
  isFavourite: boolean
  /** Written or edited by the user, not only copied from somewhere. */
  isOwn: boolean
  updatedAt: Date | null
}

/** `words`: the words and phrases that are asked for. A name counts as much as it has of them. */
export function scoreOf(
  { name, texts, isFavourite, isOwn, updatedAt }: Ranked,
  words: readonly string[],
  now: Date,
): number {
  const best = Math.max(KIND.other, nameScore(name, words), ...texts.map((text) => KIND[textKind(text)]))
  return best + (isFavourite ? FAVOURITE : 0) + (isOwn ? OWN : 0) + recency(updatedAt, now)
}

function recency(updatedAt: Date | null, now: Date): number {
  if (!updatedAt) return 0
  const days = Math.max(0, (now.getTime() - updatedAt.getTime()) / 1000 / SECONDS_PER_DAY)
  return RECENT * 0.5 ** (days / HALF_LIFE_DAYS)
}

/** `wanted`: what was typed. */
export function scoreOfSymbol(rank: keyof typeof SYMBOL, wanted: string): number {
  return rank === 'hump' && !/\p{Lu}|[^\p{L}]/u.test(wanted) ? GUESSED_HUMP : SYMBOL[rank]
}

/** `weekly report` means `weekly_report.sh` more than `report.py`, which has one word of two. */
function nameScore(name: string, words: readonly string[]): number {
  if (words.length === 0) return KIND.other
  const each = words.map((word) => KIND[nameKind(name, word)])
  const all = words.length > 1 ? nameKind(name, words.join(' ')) : 'other'
  const isWhole = all === 'exactName' || all === 'sameWords'
  return isWhole ? KIND[all] : each.reduce<number>((sum, score) => sum + score, 0) / each.length
}

const MATCHED = { prefix: 'nameStart', hump: 'namePart', word: 'nameWord', substring: 'namePart' } as const

const BEYOND_MARKS = /[^\p{M}\s]/u

/** A file is also called by its name without the extension. */
export function nameKind(name: string, word: string): Kind {
  // A word of nothing but marks takes long to compare, and nobody looks for a name by it.
  if (!BEYOND_MARKS.test(word)) return 'other'
  const stem = name.replace(/(?<=.)\.[^.]+$/, '')
  const match = matchName(name, word)
  if (match?.rank === 'exact' || matchName(stem, word)?.rank === 'exact') return 'exactName'
  if (wordsOf(stem) === wordsOf(word) || wordsOf(name) === wordsOf(word))
    return wordsOf(word) === '' ? 'other' : 'sameWords'
  if (!match) return 'other'
  const [from] = match.ranges[0] ?? [0]
  return match.rank === 'substring' && hasHebrewPrefix(name.slice(0, from)) ? 'nameWord' : MATCHED[match.rank]
}

function wordsOf(name: string): string {
  return splitName(name)
    .words.map(({ folded }) => folded)
    .join(' ')
}

/** A text of thousands of matches is judged by its first: comparing each of them would hold the event loop. */
const RANGES_JUDGED = 20

function textKind({ text, ranges }: Ranked['texts'][number]): Kind {
  if (ranges.length === 0) return 'other'
  return ranges.slice(0, RANGES_JUDGED).some((range) => isWordAt(text, range)) ? 'textWord' : 'textPart'
}

const LETTER = /[\p{L}\p{N}_]/u

function isWordAt(text: string, [from, to]: Range): boolean {
  if (LETTER.test(text.charAt(to))) return false
  return !LETTER.test(text.charAt(from - 1)) || hasHebrewPrefix(text.slice(Math.max(0, from - 20), from))
}

/** Hebrew writes “the”, “and”, “in” as letters of the next word: `הגיבוי` is `גיבוי`. */
const HEBREW_PREFIX = /(?<![\p{L}\p{N}_])[\u05d1\u05d4\u05d5\u05db\u05dc\u05de\u05e9]{1,3}$/u

function hasHebrewPrefix(before: string): boolean {
  return HEBREW_PREFIX.test(withoutNiqqud(before))
}
