import { foldForSearch } from '#base/fold.ts'
import type { Range } from '#base/needle.ts'
import { SECONDS_PER_DAY } from '#base/time.ts'

/**
 * How well a result matches. A better kind of match always wins: an exact name before a part of a name, a name before a text, a whole
 * word before a part of a word. Within one kind, favourites and what was changed lately come first.
 */
const KIND = {
  exactName: 100,
  nameStart: 80,
  nameWord: 70,
  namePart: 60,
  textWord: 40,
  textPart: 20,
  other: 0,
} as const
type Kind = keyof typeof KIND

const FAVOURITE = 5
const RECENT = 10
/** After so many days a change counts half. */
const HALF_LIFE_DAYS = 30

type Ranked = {
  name: string
  /** Texts around matches, with the matches. */
  texts: readonly { text: string; ranges: readonly Range[] }[]
  isFavourite: boolean
  updatedAt: Date | null
}

/** `words`: the words and phrases that are asked for. */
export function scoreOf({ name, texts, isFavourite, updatedAt }: Ranked, words: readonly string[], now: Date): number {
  const kinds = [...words.map((word) => nameKind(name, word)), ...texts.map(textKind)]
  const best = Math.max(KIND.other, ...kinds.map((kind) => KIND[kind]))
  return best + (isFavourite ? FAVOURITE : 0) + recency(updatedAt, now)
}

function recency(updatedAt: Date | null, now: Date): number {
  if (!updatedAt) return 0
  const days = Math.max(0, (now.getTime() - updatedAt.getTime()) / 1000 / SECONDS_PER_DAY)
  return RECENT * 0.5 ** (days / HALF_LIFE_DAYS)
}

/** Below a name that matches in the same way: a symbol is a part of a file. */
const SYMBOL = { exact: 90, prefix: 50, hump: 48, word: 46, substring: 30 } as const

export function scoreOfSymbol(rank: keyof typeof SYMBOL): number {
  return SYMBOL[rank]
}

/** A file is also called by its name without the extension. */
export function nameKind(name: string, word: string): Kind {
  const [folded, wanted] = [foldForSearch(name), foldForSearch(word)]
  if (wanted === '') return 'other'
  if (folded === wanted || folded.replace(/\.[^.]+$/, '') === wanted) return 'exactName'
  if (folded.startsWith(wanted)) return 'nameStart'
  const at = folded.indexOf(wanted)
  if (at === -1) return 'other'
  return isWordAt(folded, [at, at + wanted.length]) ? 'nameWord' : 'namePart'
}

function textKind({ text, ranges }: Ranked['texts'][number]): Kind {
  if (ranges.length === 0) return 'other'
  return ranges.some((range) => isWordAt(text, range)) ? 'textWord' : 'textPart'
}

const LETTER = /[\p{L}\p{N}_]/u

function isWordAt(text: string, [from, to]: Range): boolean {
  const before = text.slice(Math.max(0, from - 2), from)
  return !LETTER.test(before.at(-1) ?? '') && !LETTER.test(text.charAt(to))
}
