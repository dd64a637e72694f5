import { nameParts } from '#base/name-parts.ts'
import type { Range } from '#base/needle.ts'
import { HighlightedText, ProseText, rangesBetween } from './marked.tsx'

type Props = { name: string; ranges?: readonly Range[] }

/**
 * A file name or path. A path runs from left to right in both languages, and each of its parts is in the direction of its first
 * letter: isolated, so that two Hebrew folders do not change places. In a row that is too narrow the folder is cut first, then the
 * name; the extension never is. Inside `breaks` the name wraps instead. The caller gives the whole name to screen readers.
 */
export function FileName({ name, ranges = [] }: Props) {
  const { folder } = nameParts(name)
  if (folder === '') return <OwnName name={name} ranges={ranges} />
  return (
    <bdi class="file-path" dir="ltr">
      <Folder folder={folder} ranges={ranges} />
      <OwnName name={name.slice(folder.length)} ranges={rangesBetween(ranges, folder.length, name.length)} />
    </bdi>
  )
}

/** The extension is a box of its own: it stays at the end in any mix of directions. */
function OwnName({ name, ranges }: Required<Props>) {
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

/** `folder` ends with a slash. */
function Folder({ folder, ranges }: { folder: string; ranges: readonly Range[] }) {
  const parts = Array.from(folder.matchAll(/([^/]*)\//g))
  return (
    <span class="file-folder">
      {parts.map(({ index, 1: part = '' }) => (
        <>
          <bdi>
            <HighlightedText text={part} ranges={rangesBetween(ranges, index, index + part.length)} />
          </bdi>
          /
        </>
      ))}
    </span>
  )
}
