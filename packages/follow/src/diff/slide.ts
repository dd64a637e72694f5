import type { Line } from '../lines.ts'
import type { Hunk } from './hunk.ts'

const MAX_SLIDE = 100

/**
 * An added function could as well begin at the brace before it: both diffs are shortest. Of all equal positions, the hunk that
 * begins at the outermost line after an empty one reads best.
 */
export function slideHunks(hunks: readonly Hunk[], a: readonly Line[], b: readonly Line[]): Hunk[] {
  const result: Hunk[] = []
  for (const [index, hunk] of hunks.entries()) {
    const previous = result.at(-1)
    const next = hunks[index + 1]
    // One unchanged line stays between two hunks: without it they would be one hunk.
    const up = hunk.aFrom - (previous ? previous.aTo + 1 : 0)
    const down = (next ? next.aFrom - 1 : a.length) - hunk.aTo
    result.push(slide(hunk, a, b, { up: Math.min(up, MAX_SLIDE), down: Math.min(down, MAX_SLIDE) }))
  }
  return result
}

function slide(hunk: Hunk, a: readonly Line[], b: readonly Line[], limit: { up: number; down: number }): Hunk {
  const inserts = hunk.aFrom === hunk.aTo
  // A replacement cannot slide: only one of its sides could.
  if (!inserts && hunk.bFrom !== hunk.bTo) return hunk
  const lines = inserts ? b : a
  const from = inserts ? hunk.bFrom : hunk.aFrom
  const to = inserts ? hunk.bTo : hunk.aTo
  let best = { shift: 0, score: score(lines, from) }
  const consider = (shift: number): void => {
    const found = score(lines, from + shift)
    if (found > best.score) best = { shift, score: found }
  }
  for (let s = 1; s <= limit.up && equal(lines[from - s], lines[to - s]); s++) consider(-s)
  for (let s = 1; s <= limit.down && equal(lines[from + s - 1], lines[to + s - 1]); s++) consider(s)
  return shifted(hunk, best.shift)
}

function score(lines: readonly Line[], from: number): number {
  const first = lines[from]?.text ?? ''
  const before = lines[from - 1]?.text.trim() ?? ''
  const indent = first.trim() === '' ? 40 : first.length - first.trimStart().length
  return (before === '' ? 1 : 0) - 2 * indent
}

function equal(one: Line | undefined, other: Line | undefined): boolean {
  return one !== undefined && other !== undefined && one.text === other.text && one.end === other.end
}

function shifted(hunk: Hunk, by: number): Hunk {
  if (by === 0) return hunk
  return { ...hunk, aFrom: hunk.aFrom + by, aTo: hunk.aTo + by, bFrom: hunk.bFrom + by, bTo: hunk.bTo + by }
}
