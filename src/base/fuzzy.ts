import { foldForSearch } from './fold.ts'
import type { Range } from './needle.ts'
import { laterWords, splitName } from './symbol-match.ts'

/** `score` is larger for a better match. Up to 1 some letters of the name are left out. */
export type FuzzyMatch = { score: number; ranges: Range[] }

/** Longer names are compared as far as this: a path may have thousands of characters, and every letter typed compares it again. */
const NAME_CHARS = 200
const WANTED_CHARS = 40
/** For whole texts, by where they begin in the name. */
const AT = { whole: 5, start: 4, word: 3, middle: 2 } as const
/** What a letter counts more when it begins a word, and when it follows the letter before it. */
const BEGINS_WORD = 2
const FOLLOWS = 2
const BEST_LETTER = 1 + BEGINS_WORD + FOLLOWS

/** A character of the name, where it is in the name, and whether a word begins with it. */
type Letter = { folded: string; from: number; to: number; isStart: boolean }

/**
 * Whether somebody who typed `asked` may mean this name: it has the text as a whole, or its letters in the same order, of which the first begins a
 * word (`totl` finds `total` and `subTotal`). Names in which the letters are only scattered do not match. Everything matches an empty text.
 */
export function matchFuzzy(name: string, asked: string): FuzzyMatch | null {
  const whole = lettersFor(asked.trim())
  const letters = lettersOf(name)
  if (whole.length === 0) return { score: 0, ranges: [] }
  return findWhole(letters, whole) ?? findScattered(letters, fuzzyLetters(asked))
}

/** The letters that must follow each other: spaces between words may be left out, or be too many. */
export function fuzzyLetters(asked: string): string[] {
  return lettersFor(asked.replaceAll(/\s/g, ''))
}

/** Cut before it is folded: a text that was pasted by mistake may be long. */
function lettersFor(text: string): string[] {
  return Array.from(foldForSearch(text.slice(0, 4 * WANTED_CHARS))).slice(0, WANTED_CHARS)
}

function lettersOf(fullName: string): Letter[] {
  const name = fullName.slice(0, 4 * NAME_CHARS)
  const starts = new Set([0, ...laterWords(splitName(name)).map(({ from }) => from)])
  const letters: Letter[] = []
  let from = 0
  for (const character of name) {
    const to = from + character.length
    const folded = foldForSearch(character)
    // A vowel point belongs to the letter before it.
    const last = letters.at(-1)
    if (folded === '' && last) last.to = to
    else if (folded !== '') letters.push({ folded, from, to, isStart: starts.has(from) })
    if (letters.length === NAME_CHARS) break
    from = to
  }
  return letters
}

/** The text as a whole: at the beginning of the name, else of a word, else anywhere. */
function findWhole(letters: readonly Letter[], wanted: readonly string[]): FuzzyMatch | null {
  let best: FuzzyMatch | null = null
  for (let at = 0; at + wanted.length <= letters.length; at++) {
    if (!wanted.every((letter, i) => letters[at + i]?.folded === letter)) continue
    const isWhole = wanted.length === letters.length
    const score = isWhole ? AT.whole : at === 0 ? AT.start : letters[at]?.isStart ? AT.word : AT.middle
    if (!best || score > best.score)
      best = {
        score,
        ranges: toRanges(
          letters,
          wanted.map((_, i) => at + i),
        ),
      }
  }
  return best
}

/** The best way to find the letters one after the other. `rows[i][at]`: the best score of the first letters up to `i`, the last of them at `at`. */
function findScattered(letters: readonly Letter[], wanted: readonly string[]): FuzzyMatch | null {
  const rows: Cell[][] = []
  for (const [i, letter] of wanted.entries()) rows.push(nextRow(letters, letter, i === 0 ? null : (rows[i - 1] ?? [])))
  const last = rows.at(-1) ?? []
  let at = bestOf(last)
  if (at === -1) return null
  const score = (last[at]?.score ?? 0) / (BEST_LETTER * wanted.length) - letters.length / 10_000
  const places: number[] = []
  for (const row of rows.toReversed()) {
    places.unshift(at)
    at = row[at]?.before ?? -1
  }
  return isScattered(letters, places) ? null : { score: Math.max(0, score), ranges: toRanges(letters, places) }
}

/** `before`: where the letter before it is. */
type Cell = { score: number; before: number }

function nextRow(letters: readonly Letter[], wanted: string, previous: readonly Cell[] | null): Cell[] {
  const row: Cell[] = []
  let before = -1
  for (const [at, { folded, isStart }] of letters.entries()) {
    // The best of those that do not touch this one.
    if (at >= 2 && (previous?.[at - 2]?.score ?? 0) > (previous?.[before]?.score ?? 0)) before = at - 2
    if (folded !== wanted || (previous === null && !isStart)) {
      row.push({ score: 0, before: -1 })
      continue
    }
    const own = 1 + (isStart ? BEGINS_WORD : 0)
    const touching = previous?.[at - 1]?.score ?? 0
    const apart = previous?.[before]?.score ?? 0
    if (previous === null) row.push({ score: own, before: -1 })
    else if (touching > 0 && touching + FOLLOWS >= apart) row.push({ score: touching + FOLLOWS + own, before: at - 1 })
    else row.push(apart > 0 ? { score: apart + own, before } : { score: 0, before: -1 })
  }
  return row
}

function bestOf(row: readonly Cell[]): number {
  return row.reduce((best, { score }, at) => (score > (row[best]?.score ?? 0) ? at : best), -1)
}

/** More than half of the letters begin a new piece in the middle of a word. Most long names have any five letters somewhere. */
function isScattered(letters: readonly Letter[], places: readonly number[]): boolean {
  const pieces = places.filter((at, i) => at !== (places[i - 1] ?? -2) + 1 && !letters[at]?.isStart)
  return pieces.length * 2 > places.length + 1
}

function toRanges(letters: readonly Letter[], places: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const at of places) {
    const letter = letters[at]
    if (!letter) continue
    const last = ranges.at(-1)
    if (last?.[1] === letter.from) last[1] = letter.to
    else ranges.push([letter.from, letter.to])
  }
  return ranges
}

/** `isWhole`: the text is in the name or among the words as it was typed. */
type Ranked<T> = T & { ranges: Range[]; isWhole: boolean }

/** The entries that match, best first; of equally good ones in their order. `words`: others by which an entry is found, from their beginning. */
export function rankFuzzy<T extends { label: string; words?: string }>(
  entries: readonly T[],
  query: string,
): Ranked<T>[] {
  return entries
    .flatMap((entry) => {
      const match = findEntry(entry, query)
      if (!match) return []
      const { score, ranges } = match
      return [{ entry: { ...entry, ranges, isWhole: score >= AT.middle }, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function findEntry({ label, words }: { label: string; words?: string }, query: string): FuzzyMatch | null {
  const match = matchFuzzy(label, query)
  if (words === undefined || (match && match.score >= AT.middle)) return match
  // They are not displayed, so nothing is marked and no letter may be left out.
  const isFound = words.split(' ').some((word) => (matchFuzzy(word, query)?.score ?? 0) >= AT.start)
  return isFound ? { score: AT.middle, ranges: [] } : match
}
