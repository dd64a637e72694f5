import { nameParts } from '#base/name-parts.ts'
import type { Range } from '#base/needle.ts'
import { HighlightedText, ProseText, rangesBetween } from './marked.tsx'

/**
 * A file name in the direction of its first letter. The extension is a box of its own: it stays at the end in any mix of
 * directions, and stays visible when the name is too long for its row. The caller gives the whole name to screen readers.
 */
export function FileName({ name, ranges = [] }: { name: string; ranges?: readonly Range[] }) {
  const { stem, extension } = nameParts(name)
  return (
    <bdi class="file-name">
      <span class="file-stem">
        <ProseText text={stem} ranges={rangesBetween(ranges, 0, stem.length)} />
      </span>
      {extension && (
        <span class="file-extension">
          <HighlightedText text={extension} ranges={rangesBetween(ranges, stem.length, name.length)} />
        </span>
      )}
    </bdi>
  )
}
