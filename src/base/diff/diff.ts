import { type Line, linesWithEnds } from '#base/lines.ts'
import { COARSE, findChanges, SAME } from './core.ts'
import { pairSimilar } from './similar.ts'
import type { Hunk } from './hunk.ts'
import { slideHunks } from './slide.ts'

/** Two texts as lines, and what changed between them. A line is its text and its end: a new line end is a change. */
export type Comparison = { a: Line[]; b: Line[]; hunks: Hunk[] }

/**
 * Steps of a comparison: 60 to 250 ms on one core. Enough for 2,000 removed and 2,000 added lines that the other side has
 * elsewhere; reached only by long texts whose lines changed places.
 */
const WORK = 4_000_000

export function compareTexts(a: string, b: string): Comparison {
  const aLines = linesWithEnds(a)
  const bLines = linesWithEnds(b)
  const hunks = a === b ? [] : slideHunks(hunksOf(aLines.map(whole), bLines.map(whole)), aLines, bLines)
  return { a: aLines, b: bLines, hunks }
}

export function diffLines(a: string, b: string): Hunk[] {
  return compareTexts(a, b).hunks
}

export function diffStats(hunks: readonly Hunk[]): { added: number; removed: number } {
  const stats = { added: 0, removed: 0 }
  for (const hunk of hunks) {
    stats.added += hunk.bTo - hunk.bFrom
    stats.removed += hunk.aTo - hunk.aFrom
  }
  return stats
}

/** Where a line went: the same text, a similar text in its place, or gone; then `to` is the line that now stands there. */
export type LineFate = { to: number; kind: 'same' | 'changed' | 'gone' }

/** Follows lines (counted from 1) of `a` into `b`. */
export function mapLines(a: string, b: string): (line: number) => LineFate {
  const comparison = compareTexts(a, b)
  const fates = comparison.a.map((): LineFate => ({ to: 0, kind: 'same' }))
  const last = Math.max(1, comparison.b.length)
  let shift = 0
  let next = 0
  for (const hunk of comparison.hunks) {
    for (; next < hunk.aFrom; next++) fates[next] = { to: next + 1 + shift, kind: 'same' }
    const pairs = pairsOf(comparison, hunk)
    for (; next < hunk.aTo; next++) {
      const pair = pairs.get(next)
      if (pair === undefined) fates[next] = { to: Math.min(hunk.bFrom + 1, last), kind: 'gone' }
      else fates[next] = { to: pair + 1, kind: 'changed' }
    }
    shift = hunk.bTo - hunk.aTo
  }
  for (; next < fates.length; next++) fates[next] = { to: next + 1 + shift, kind: 'same' }
  return (line) => fates[line - 1] ?? { to: last, kind: 'gone' }
}

/** Which removed line of a hunk lives on as which added line, by likeness. */
export function pairsOf({ a, b }: Comparison, hunk: Hunk): Map<number, number> {
  const removed = a.slice(hunk.aFrom, hunk.aTo).map((line) => line.text)
  const added = b.slice(hunk.bFrom, hunk.bTo).map((line) => line.text)
  return new Map(pairSimilar(removed, added).map(([i, j]) => [hunk.aFrom + i, hunk.bFrom + j]))
}

function whole(line: Line): string {
  return line.text + line.end
}

function hunksOf(a: readonly string[], b: readonly string[]): Hunk[] {
  const numbers = new Map<string, number>()
  const aIds = numbered(a, numbers)
  const bIds = numbered(b, numbers)
  // A line that only one side has is changed for certain; leaving it out keeps two unlike texts cheap.
  const aShared = sharedWith(aIds, bIds, numbers.size)
  const bShared = sharedWith(bIds, aIds, numbers.size)
  const pick = (ids: Uint32Array, shared: number[]) => Uint32Array.from(shared, (i) => ids[i] ?? 0)
  const changes = findChanges(pick(aIds, aShared), pick(bIds, bShared), WORK)
  return hunksFromFlags(spread(changes.removed, aShared, a.length), spread(changes.added, bShared, b.length))
}

function numbered(lines: readonly string[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(lines, (line) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  })
}

function sharedWith(ids: Uint32Array, others: Uint32Array, count: number): number[] {
  const present = new Uint8Array(count)
  for (const id of others) present[id] = 1
  return [...ids.keys()].filter((i) => present[ids[i] ?? 0] === 1)
}

/** Flags of the shared lines back at their places; every other line is changed. */
function spread(flags: Uint8Array, places: number[], length: number): Uint8Array {
  const all = new Uint8Array(length).fill(1)
  for (const [i, place] of places.entries()) all[place] = flags[i] ?? SAME
  return all
}

function hunksFromFlags(removed: Uint8Array, added: Uint8Array): Hunk[] {
  const hunks: Hunk[] = []
  let i = 0
  let j = 0
  while (i < removed.length || j < added.length) {
    const hunk = { aFrom: i, aTo: i, bFrom: j, bTo: j, coarse: false }
    for (; i < removed.length && removed[i] !== SAME; i++) if (removed[i] === COARSE) hunk.coarse = true
    for (; j < added.length && added[j] !== SAME; j++) if (added[j] === COARSE) hunk.coarse = true
    if (i > hunk.aFrom || j > hunk.bFrom) hunks.push({ ...hunk, aTo: i, bTo: j })
    i++
    j++
  }
  return hunks
}
