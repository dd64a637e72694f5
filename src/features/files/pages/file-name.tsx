import type { Range } from '#base/needle.ts'
import { HighlightedText } from '#ui/components/marked.tsx'
import { nameParts } from './name-parts.ts'

/** A name that is shortened in its middle and keeps its extension. The caller gives the whole name to screen readers. */
export function FileName({ name, ranges = [] }: { name: string; ranges?: readonly Range[] }) {
  const { stem, extension } = nameParts(name)
  return (
    <bdi class="file-name">
      <span class="file-stem">
        <HighlightedText text={stem} ranges={rangesBetween(ranges, 0, stem.length)} />
      </span>
      {extension && (
        <span class="file-extension">
          <HighlightedText text={extension} ranges={rangesBetween(ranges, stem.length, name.length)} />
        </span>
      )}
    </bdi>
  )
}

/** The part of the ranges between two offsets, relative to the first. */
function rangesBetween(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges.flatMap(([start, end]): Range[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)]
    return first < last ? [[first - from, last - from]] : []
  })
}
