/** Longer lines are compared by their first characters. */
const MAX_CHARS = 1_000
/** Minimum number of letters and digits for a line to identify code by itself. */
export const DISTINCTIVE_CHARS = 12

/** White space inside a line that is not one space. */
const UNEVEN = /\s\s|[^\S ]/

/** Reformatting must not detach an anchor, so indentation and spacing are ignored. */
export function normaliseWhitespace(line: string | undefined): string {
  const trimmed = (line ?? '').trim()
  return UNEVEN.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed
}

/** Whether two lines differ in their spacing only. */
export function isSameLine(a: string | undefined, b: string | undefined): boolean {
  return a === b || normaliseWhitespace(a) === normaliseWhitespace(b)
}

export function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => isSameLine(line, b[i]))
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
  const weight = asciiWeight(line) ?? line.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (weights.size >= REMEMBERED) weights.clear()
  weights.set(line, weight)
  return weight
}

/** Null for a line with other characters. */
function asciiWeight(line: string): number | null {
  let weight = 0
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i)
    if (unit > 127) return null
    const small = unit | 32
    if ((small >= 97 && small <= 122) || (unit >= 48 && unit <= 57)) weight++
  }
  return weight
}

const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

type Words = { of: ReadonlyMap<string, number>; total: number }

/** A text, prepared to be compared with many others. What is compared is read when it is first needed: most texts differ by their length already. */
export class Prepared {
  readonly text: string
  readonly #spaced: string
  #words: Words | null = null
  #pairs: Uint32Array | null = null

  /** `spaced`: the text with the white space between its words. */
  constructor(text: string, spaced = text) {
    this.text = text
    this.#spaced = spaced
  }

  get words(): Words {
    return (this.#words ??= wordsOf(this.#spaced))
  }

  /** Each two neighbouring characters as one number, in ascending order. */
  get pairs(): Uint32Array {
    return (this.#pairs ??= pairsOf(this.text))
  }
}

/** A line is compared with the candidates of many anchors. */
const preparedLines = new Map<string, Prepared>()
const PREPARED_LINES = 2_000

export function prepare(line: string): Prepared {
  const known = preparedLines.get(line)
  if (known) return known
  const prepared = new Prepared(normaliseWhitespace(line).slice(0, MAX_CHARS))
  if (preparedLines.size >= PREPARED_LINES) preparedLines.clear()
  preparedLines.set(line, prepared)
  return prepared
}

/** The same for a block that may stand on another number of lines: no white space counts, not even between words. */
export function prepareBlock(lines: readonly string[]): Prepared {
  const text = lines.join(' ').slice(0, 4 * MAX_CHARS)
  return new Prepared(text.replaceAll(/\s+/g, ''), text)
}

function wordsOf(text: string): Words {
  const of = new Map<string, number>()
  let total = 0
  for (const [word] of text.matchAll(WORDS)) {
    of.set(word, (of.get(word) ?? 0) + word.length)
    total += word.length
  }
  return { of, total }
}

function pairsOf(text: string): Uint32Array {
  const pairs = new Uint32Array(Math.max(0, text.length - 1))
  for (let i = 0; i < pairs.length; i++) pairs[i] = (text.charCodeAt(i) << 16) | text.charCodeAt(i + 1)
  return pairs.sort()
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
  return Math.max(likeWords(a, b, floor), likePairs(a, b, floor))
}

/** How similar two blocks between the same neighbours are: names that change their case are similar there too. */
export function likenessBetween(before: readonly string[], now: readonly string[], floor: number): number {
  const like = likeness(prepareBlock(before), prepareBlock(now))
  const inSmall = (lines: readonly string[]) => prepareBlock(lines.map((line) => line.toLowerCase()))
  return like >= floor ? like : likeness(inSmall(before), inSmall(now))
}

function likeWords({ words: a }: Prepared, { words: b }: Prepared, floor: number): number {
  return dice(a.total, b.total, floor, () => {
    const [few, many] = a.of.size <= b.of.size ? [a.of, b.of] : [b.of, a.of]
    let shared = 0
    for (const [key, times] of few) shared += Math.min(times, many.get(key) ?? 0)
    return shared
  })
}

function likePairs(a: Prepared, b: Prepared, floor: number): number {
  const [aTotal, bTotal] = [Math.max(0, a.text.length - 1), Math.max(0, b.text.length - 1)]
  return dice(aTotal, bTotal, floor, () => countShared(a.pairs, b.pairs))
}

/** Both are in ascending order. */
function countShared(a: Uint32Array, b: Uint32Array): number {
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [one, other] = [a[i] ?? 0, b[j] ?? 0]
    if (one === other) shared++
    if (one <= other) i++
    if (other <= one) j++
  }
  return shared
}

/** Dice's measure: what both have, as a part of what each has. */
function dice(a: number, b: number, floor: number, shared: () => number): number {
  const all = a + b
  if (all === 0 || (2 * Math.min(a, b)) / all < floor) return 0
  return (2 * shared()) / all
}
