import type { Comparison, Hunk, Line } from 'codeshelf-follow/diff'
import { pairSimilar } from './similar.ts'

export function diffStats(hunks: readonly Hunk[]): { added: number; removed: number } {
  const stats = { added: 0, removed: 0 }
  for (const hunk of hunks) {
    stats.added += hunk.bTo - hunk.bFrom
    stats.removed += hunk.aTo - hunk.aFrom
  }
  return stats
}

/** Pairs removed and added lines of a hunk by similarity. */
export function pairsOf(comparison: Comparison, hunk: Hunk): Map<number, number> {
  return new Map(pairSimilar(...sidesOf(comparison, hunk)).map(([i, j]) => [hunk.aFrom + i, hunk.bFrom + j]))
}

function sidesOf({ a, b }: Comparison, hunk: Hunk): [removed: string[], added: string[]] {
  const textOf = (line: Line) => line.text
  return [a.slice(hunk.aFrom, hunk.aTo).map(textOf), b.slice(hunk.bFrom, hunk.bTo).map(textOf)]
}
