/** First and last line, counted from 1, both included. */
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
