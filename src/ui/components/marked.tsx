import { runsByPiece } from '#base/bidi/prose.ts'
import type { Range } from '#base/needle.ts'

/** A sentence with its search matches marked. In a right-to-left sentence, code and paths are isolates from left to right. */
export function ProseText({ text, ranges = [] }: { text: string; ranges?: readonly Range[] }) {
  return <IsolatedText text={text} isolates={runsByPiece([text])[0] ?? []} ranges={ranges} />
}

type Isolated = { text: string; isolates: readonly Range[]; ranges: readonly Range[] }

export function IsolatedText({ text, isolates, ranges }: Isolated) {
  if (isolates.length === 0) return <HighlightedText text={text} ranges={ranges} />
  const part = (from: number, to: number) => (
    <HighlightedText text={text.slice(from, to)} ranges={rangesBetween(ranges, from, to)} />
  )
  const pieces = isolates.map(([from, to], index) => (
    <>
      {part(isolates[index - 1]?.[1] ?? 0, from)}
      <bdi dir="ltr">{part(from, to)}</bdi>
    </>
  ))
  return (
    <>
      {pieces}
      {part(isolates.at(-1)?.[1] ?? 0, text.length)}
    </>
  )
}

/** The part of the ranges between two offsets, relative to the first. */
export function rangesBetween(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges.flatMap(([start, end]): Range[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)]
    return first < last ? [[first - from, last - from]] : []
  })
}

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
