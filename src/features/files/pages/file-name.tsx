import type { Range } from '../matching-lines.ts'
import { Marked, rangesBetween } from './marked.tsx'
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
