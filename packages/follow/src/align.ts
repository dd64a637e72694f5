import { likeness, prepare } from './likeness.ts'

/** Below this likeness two lines are unrelated. */
const FLOOR = 0.5
/** Lines of one side times lines of the other. More are not aligned. */
const MAX_CELLS = 12_000

export type Pair = { a: number; b: number; like: number }

/** Decides between equal lines. Small, so that it never outweighs a difference of their texts. */
const ON_DIAGONAL = 0.01

/** Whether so many lines of each side are aligned. */
export function canAlign(a: number, b: number): boolean {
  return a * b <= MAX_CELLS
}

/**
 * Pairs similar lines, in order on both sides, with the greatest total likeness. Of equal pairs it takes those at distance
 * `diagonal`. Empty when the sides are too long.
 */
export function alignLines(a: readonly string[], b: readonly string[], diagonal: number | null = null): Pair[] {
  if (!canAlign(a.length, b.length)) return []
  const width = b.length + 1
  const [aLines, bLines] = [a.map(prepare), b.map(prepare)]
  const best = new Float64Array((a.length + 1) * width)
  const likes = new Float64Array(a.length * b.length)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const [one, other] = [aLines[i], bLines[j]]
      const like = (one && other ? likeness(one, other, FLOOR) : 0) + (j - i === diagonal ? ON_DIAGONAL : 0)
      likes[i * b.length + j] = like
      const pair = like >= FLOOR ? like + (best[(i + 1) * width + j + 1] ?? 0) : -1
      best[i * width + j] = Math.max(pair, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
    }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [here, like] = [best[i * width + j] ?? 0, likes[i * b.length + j] ?? 0]
    if (like >= FLOOR && here === like + (best[(i + 1) * width + j + 1] ?? 0))
      pairs.push({ a: i++, b: j++, like: Math.min(1, like) })
    else if (here === best[(i + 1) * width + j]) i++
    else j++
  }
  return pairs
}
