import { CHANGED, findChanges } from 'codeshelf-follow/diff'

export type Range = [from: number, to: number]

/** Below this similarity (0 to 1) two lines are unrelated. */
const LIKENESS_FLOOR = 0.5
/** Lines of one side times lines of the other; above, lines are paired in order. */
const MAX_PAIR_CELLS = 10_000
const MAX_MARKED_CHARS = 2000
const MARK_WORK = 200_000

const TOKENS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu
const WORDS = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** Pairs of similar lines, in order on both sides, with the greatest total similarity. */
export function pairSimilar(a: readonly string[], b: readonly string[]): Range[] {
  const aWords = a.map(wordCounts)
  const bWords = b.map(wordCounts)
  if (!arePairedInOrder(a.length, b.length))
    return alignPairs(a.length, b.length, (i, j) => likeness(aWords[i], bWords[j]))
  return Array.from(a, (_, i): Range => [i, i]).filter(([i, j]) => likeness(aWords[i], bWords[j]) >= LIKENESS_FLOOR)
}

/** Comparing every line of a long hunk with every other would take too long. */
export function arePairedInOrder(aCount: number, bCount: number): boolean {
  return aCount * bCount > MAX_PAIR_CELLS
}

function alignPairs(rows: number, columns: number, likenessAt: (i: number, j: number) => number): Range[] {
  const width = columns + 1
  const best = new Float64Array((rows + 1) * width)
  const paired = new Uint8Array((rows + 1) * width)
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const like = likenessAt(i, j)
      const skip = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
      const pair = like >= LIKENESS_FLOOR ? like + (best[(i + 1) * width + j + 1] ?? 0) : -1
      best[i * width + j] = Math.max(skip, pair)
      if (pair >= skip) paired[i * width + j] = 1
    }
  }
  return readPairs(best, paired, rows, columns)
}

function readPairs(best: Float64Array, paired: Uint8Array, rows: number, columns: number): Range[] {
  const width = columns + 1
  const pairs: Range[] = []
  let i = 0
  let j = 0
  while (i < rows && j < columns) {
    const here = i * width + j
    if (paired[here] === 1) pairs.push([i++, j++])
    else if (best[here] === best[here + width]) i++
    else j++
  }
  return pairs
}

type Words = { counts: Map<string, number>; total: number }

function wordCounts(line: string): Words {
  const counts = new Map<string, number>()
  let total = 0
  for (const [word] of line.slice(0, MAX_MARKED_CHARS).matchAll(WORDS)) {
    counts.set(word, (counts.get(word) ?? 0) + word.length)
    total += word.length
  }
  return { counts, total }
}

/** Length of shared words against all words (Dice's measure): renaming one variable keeps a line similar. */
function likeness(a: Words | undefined, b: Words | undefined): number {
  if (!a || !b) return 0
  if (a.total + b.total === 0) return 1
  let shared = 0
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0)
  return (2 * shared) / (a.total + b.total)
}

/** The differing parts of two similar lines, word by word; empty when a line is too long. */
export function wordMarks(a: string, b: string): { a: Range[]; b: Range[] } {
  if (a.length > MAX_MARKED_CHARS || b.length > MAX_MARKED_CHARS) return { a: [], b: [] }
  const numbers = new Map<string, number>()
  const aTokens = a.match(TOKENS) ?? []
  const bTokens = b.match(TOKENS) ?? []
  const changes = findChanges(numbered(aTokens, numbers), numbered(bTokens, numbers), MARK_WORK)
  return { a: marked(aTokens, changes.removed), b: marked(bTokens, changes.added) }
}

function numbered(tokens: readonly string[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(tokens, (token) => {
    const number = numbers.get(token) ?? numbers.size
    numbers.set(token, number)
    return number
  })
}

function marked(tokens: readonly string[], flags: Uint8Array): Range[] {
  const ranges: Range[] = []
  let from = 0
  for (const [i, token] of tokens.entries()) {
    const to = from + token.length
    const last = ranges.at(-1)
    if ((flags[i] ?? 0) >= CHANGED) {
      if (last?.[1] === from) last[1] = to
      else ranges.push([from, to])
    }
    from = to
  }
  return ranges
}
