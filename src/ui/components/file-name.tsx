import { nameParts } from '#base/name-parts.ts'
import type { Range } from '#base/needle.ts'
import { HighlightedText, ProseText, rangesBetween } from './marked.tsx'

/**
 * A file name or path in the direction of its first letter. The extension is a box of its own: it stays at the end in any mix
 * of directions. In a row that is too narrow the folder is cut first, then the name; the extension never is. The caller gives
 * the whole name to screen readers.
 */
export function FileName({ name, ranges = [] }: { name: string; ranges?: readonly Range[] }) {
  const { folder, stem, extension } = nameParts(name)
  const stemEnd = folder.length + stem.length
  return (
    <bdi class="file-name">
      {folder && (
        <span class="file-folder">
          <HighlightedText text={folder} ranges={rangesBetween(ranges, 0, folder.length)} />
        </span>
      )}
      <span class="file-stem">
        <ProseText text={stem} ranges={rangesBetween(ranges, folder.length, stemEnd)} />
      </span>
      {extension && (
        <span class="file-extension">
          <HighlightedText text={extension} ranges={rangesBetween(ranges, stemEnd, name.length)} />
        </span>
      )}
    </bdi>
  )
}
