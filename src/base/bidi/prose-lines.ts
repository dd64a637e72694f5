import type { ProseKind } from '#base/language/language.ts'
import type { Range } from '#base/needle.ts'
import { type Direction, leftToRightRuns, PROSE_CHARS, proseDirection } from './prose.ts'

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const TABLE_ROW = /^\s*\|/
/** Without the spaces around its text. */
const CELL = /[^|\s](?:[^|]*[^|\s])?/g

/** The direction of each line of a text; null for a line of a code block. The rows of a table have that of the first. */
export function lineDirections(lines: readonly string[], kind: ProseKind): (Direction | null)[] {
  let fence: string | null = null
  let table: Direction | null = null
  return lines.map((line) => {
    const mark = kind === 'markdown' ? FENCE.exec(line)?.[1] : undefined
    const isCode = fence !== null || mark !== undefined
    if (fence === null) fence = mark ?? null
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null
    table = isCode || !isTableRow(line) ? null : (table ?? proseDirection(line))
    return isCode ? null : (table ?? proseDirection(line))
  })
}

export function isTableRow(line: string): boolean {
  return TABLE_ROW.test(line)
}

/** The parts of a line that are read in the other direction than the line, each as one piece. */
export function oppositeRuns(line: string, direction: Direction): Range[] {
  if (direction === 'rtl') return leftToRightRuns(line)
  return isTableRow(line) && line.length <= PROSE_CHARS ? rightToLeftCells(line) : []
}

/** In a row from left to right the bars between two Hebrew cells would follow the Hebrew, and the cells would change places. */
function rightToLeftCells(line: string): Range[] {
  return Array.from(line.matchAll(CELL))
    .filter(([cell]) => proseDirection(cell) === 'rtl')
    .map(({ index, 0: cell }): Range => [index, index + cell.length])
}
