/** Longer lines are compared by their first characters. */
const MAX_CHARS = 1_000
/** Minimum number of letters and digits for a line to identify code by itself. */
export const DISTINCTIVE_CHARS = 12

/** Reformatting must not detach a note, so indentation and spacing are ignored. */
export function normaliseWhitespace(line: string | undefined): string {
  return (line ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** The same lines are weighed again and again while a text is followed. */
const REMEMBERED = 20_000
const weights = new Map<string, number>()

export function isDistinctive(block: readonly string[]): boolean {
  return weightOf(block.join('')) >= DISTINCTIVE_CHARS
}

/** The number of letters and digits: what a line contributes to recognising code. */
export function weightOf(line: string): number {
  const known = weights.get(line)
  if (known !== undefined) return known
  const weight = line.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (weights.size >= REMEMBERED) weights.clear()
  weights.set(line, weight)
  return weight
}

/** A text, prepared to be compared with many others. */
export type Prepared = { text: string; words: Counts; pairs: Counts }
type Counts = { of: Map<string, number>; total: number }

const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

export function prepare(line: string): Prepared {
  return prepared(normaliseWhitespace(line).slice(0, MAX_CHARS))
}

/** The same for a block that may stand on another number of lines: no white space counts, not even between words. */
export function prepareBlock(lines: readonly string[]): Prepared {
  const text = lines.join(' ').slice(0, 4 * MAX_CHARS)
  return { ...prepared(text.replaceAll(/\s+/g, '')), words: wordsOf(text) }
}

function prepared(text: string): Prepared {
  const pairs: Counts = { of: new Map(), total: Math.max(0, text.length - 1) }
  for (let i = 0; i + 1 < text.length; i++) count(pairs.of, text.slice(i, i + 2), 1)
  return { text, words: wordsOf(text), pairs }
}

function wordsOf(text: string): Counts {
  const words: Counts = { of: new Map(), total: 0 }
  for (const [word] of text.matchAll(WORDS)) {
    count(words.of, word, word.length)
    words.total += word.length
  }
  return words
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/**
 * How similar two texts are, 0 to 1, by their words or by their pairs of characters, whichever is more: a renamed identifier shares
 * no word with its old name, and a line whose words were reordered shares fewer pairs. Below `floor` the answer may be 0.
 */
export function likeness(a: Prepared, b: Prepared, floor = 0): number {
  if (a.text === b.text) return 1
  // No text can share more than the shorter one has.
  const most = (2 * Math.min(a.text.length, b.text.length)) / (a.text.length + b.text.length)
  if (most < floor / 2) return 0
  return Math.max(dice(a.words, b.words, floor), dice(a.pairs, b.pairs, floor))
}

/** Dice's measure: what both have, as a part of what each has. */
function dice(a: Counts, b: Counts, floor: number): number {
  const all = a.total + b.total
  if (all === 0 || (2 * Math.min(a.total, b.total)) / all < floor) return 0
  const [few, many] = a.of.size <= b.of.size ? [a.of, b.of] : [b.of, a.of]
  let shared = 0
  for (const [key, times] of few) shared += Math.min(times, many.get(key) ?? 0)
  return (2 * shared) / all
}
