import { isDistinctive, weightOf } from './likeness.ts'
import { textsAt } from './line-ranges.ts'

/** Maximum distance of the line above that lines like `}` belong to, and of the lines below that an anchor may begin. */
const NEAR = 4
/** Minimum number of letters of a line that is no mere `}` or `end`. */
const NAMED = 4

export type Surroundings = {
  from: readonly string[]
  /** Whether a line of that text is neither the same nor changed in the next. */
  isGone: (line: number) => boolean
  /** By how many lines these lines were shifted together; null when they were not. */
  shiftOf: (first: number, last: number) => number | null
}

/**
 * Lines like `}` belong to the code above them. When that was deleted, an equal line that the diff keeps closes something else. A line with letters below a blank
 * line begins the code below it, and stays with that.
 */
export function lostItsHead(lines: readonly number[], { from, isGone, shiftOf }: Surroundings): boolean {
  const texts = textsAt(lines, from)
  if (isDistinctive(texts)) return false
  const [first, last] = [lines[0] ?? 0, lines.at(-1) ?? 0]
  const isFirst = from[first - 2]?.trim() === '' && weightOf(texts.join('')) >= NAMED
  const below = isFirst ? nearestBelow(last, from) : null
  if (below !== null && shiftOf(first, below) !== null) return false
  for (let line = first - 1; line >= Math.max(1, first - NEAR); line--)
    if (isDistinctive([from[line - 1] ?? ''])) return isGone(line)
  return false
}

/** The first distinctive line below this one, before a blank line. */
function nearestBelow(last: number, from: readonly string[]): number | null {
  for (let line = last + 1; line <= last + NEAR; line++) {
    const text = from[line - 1] ?? ''
    if (text.trim() === '') return null
    if (isDistinctive([text])) return line
  }
  return null
}
