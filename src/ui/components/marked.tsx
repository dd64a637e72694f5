import type { Range } from '#base/needle.ts'

/** A text with its search matches marked. Ranges are sorted and do not overlap. */
export function HighlightedText({ text, ranges }: { text: string; ranges: readonly Range[] }) {
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
