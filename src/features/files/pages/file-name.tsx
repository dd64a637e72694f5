import type { Range } from '#base/needle.ts'
import { Marked } from '#ui/components/marked.tsx'
import { nameParts } from './name-parts.ts'

/** A name that gives up its middle before its extension. Whoever places it says the whole name to screen readers. */
export function FileName({ name, ranges = [] }: { name: string; ranges?: readonly Range[] }) {
  const { stem, extension } = nameParts(name)
  return (
    <bdi class="file-name">
      <span class="file-stem">
        <Marked text={stem} ranges={rangesBetween(ranges, 0, stem.length)} />
      </span>
      {extension && (
        <span class="file-extension">
          <Marked text={extension} ranges={rangesBetween(ranges, stem.length, name.length)} />
        </span>
      )}
    </bdi>
  )
}

/** The part of the ranges that falls between two places, counted from the first of them. */
function rangesBetween(ranges: readonly Range[], from: number, to: number): Range[] {
  return ranges.flatMap(([start, end]): Range[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)]
    return first < last ? [[first - from, last - from]] : []
  })
}
