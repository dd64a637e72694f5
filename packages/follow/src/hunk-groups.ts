import type { Hunk } from './diff/hunk.ts'
import { canAlign } from './align.ts'

/**
 * Each hunk with the hunks whose lines are compared together with its own. Between them are only blank lines: of several blank lines the diff may keep another
 * than the one that stayed, so that a line is removed before it and added, slightly changed, behind it.
 */
export function groupHunks(hunks: readonly Hunk[], from: readonly string[]): ReadonlyMap<Hunk, readonly Hunk[]> {
  const groups = new Map<Hunk, readonly Hunk[]>()
  let group: Hunk[] = []
  const close = () => {
    for (const hunk of group) groups.set(hunk, fits(group) ? group : [hunk])
    group = []
  }
  for (const hunk of hunks) {
    const last = group.at(-1)
    if (last && !isBlank(from.slice(last.aTo, hunk.aFrom))) close()
    group.push(hunk)
  }
  close()
  return groups
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === '')
}

function fits(group: readonly Hunk[]): boolean {
  const removed = group.reduce((sum, { aFrom, aTo }) => sum + aTo - aFrom, 0)
  const added = group.reduce((sum, { bFrom, bTo }) => sum + bTo - bFrom, 0)
  return canAlign(removed, added)
}
