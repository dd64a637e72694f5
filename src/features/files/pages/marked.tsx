import { matchingLines, type Range } from '../matching-lines.ts'

/** A text with what was searched for marked in it. Ranges are in order and apart from each other. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const pieces = [...ranges, null].map((range, index) => {
    const before = text.slice(ranges[index - 1]?.[1] ?? 0, range?.[0])
    return (
      <>
        {before}
        {range && <mark>{text.slice(...range)}</mark>}
      </>
    )
  })
  return <>{pieces}</>
}

/** Where a needle stands in a text of one line; none when it does not, or when nothing is searched for. */
export function rangesOf(text: string, needle: string): readonly Range[] {
  const found = needle === '' ? undefined : matchingLines(text, needle, 1)[0]
  // A window into a very long text has other places than the text itself.
  return found && found.text === text ? found.ranges : []
}

/** The part of the ranges that falls between two places, counted from the first of them. */
export function rangesBetween(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges.flatMap(([start, end]): Range[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)]
    return first < last ? [[first - from, last - from]] : []
  })
}
