/** Lines counted from 1, both included. */
export type Lines = { start: number; end: number }

/** The same as a pair: first and last line. */
export type LineRange = readonly [start: number, end: number]

/** Groups consecutive lines: [3, 4, 5, 8] → [[3, 5], [8, 8]]. The lines are in ascending order. */
export function rangesOf(lines: readonly number[]): LineRange[] {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges
}

/** [[3, 5], [8, 8]] → [3, 4, 5, 8] */
export function linesIn(ranges: readonly LineRange[]): number[] {
  return ranges.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, i) => start + i))
}

export function textsAt(lines: readonly number[], texts: readonly string[]): string[] {
  return lines.map((line) => texts[line - 1] ?? '')
}

type Origin = { lines: readonly number[]; texts: readonly string[] }

/** Leaves out blank lines at an end where the anchor had a line with text: what stood beyond them is gone, and a blank line alone says nothing. */
export function trimBlank(found: readonly number[], texts: readonly string[], anchor: Origin): number[] {
  const hasText = (all: readonly string[], line: number | undefined) => all[(line ?? 0) - 1]?.trim() !== ''
  const withText = (line: number) => hasText(texts, line)
  const start = hasText(anchor.texts, anchor.lines[0]) ? found.findIndex(withText) : 0
  const end = hasText(anchor.texts, anchor.lines.at(-1)) ? found.findLastIndex(withText) : found.length - 1
  return start < 0 ? [] : found.slice(start, end + 1)
}

/** Maximum gap between two lines of one group. */
const TOGETHER = 40

/** The largest group of lines that are close together: what a reader is shown of lines that were pulled apart. */
export function longestTogether(lines: readonly number[]): Lines | null {
  let best: (Lines & { count: number }) | null = null
  let group: (Lines & { count: number }) | null = null
  for (const line of lines.toSorted((a, b) => a - b)) {
    if (group && line - group.end <= TOGETHER) group = { start: group.start, end: line, count: group.count + 1 }
    else group = { start: line, end: line, count: 1 }
    if (!best || group.count > best.count) best = group
  }
  return best && { start: best.start, end: best.end }
}
