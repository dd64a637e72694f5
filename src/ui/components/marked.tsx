import type { Range } from '#base/needle.ts'

/** A text with what was searched for marked in it. Ranges are in order and apart from each other. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  if (ranges.length === 0) return <>{text}</>
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
