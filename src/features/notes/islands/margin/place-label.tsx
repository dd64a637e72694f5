import type { Spot } from '../../margin/spot.ts'
import { lineLabel } from '../../margin/spot.ts'
import { shown } from '../../saving/entry.ts'
import type { Noted } from '../parts/notebook.ts'
import type { MarginDesk } from './margin-desk.ts'

type Props = { desk: MarginDesk; noted: Noted; spot: Spot }

/** Where the note is, as a link to it. Lines are written left to right in both languages. */
export function PlaceLabel({ desk: { surface, words, fileId }, noted, spot }: Props) {
  const href = surface.hrefOf(spot)
  if (href !== null)
    return (
      <a class="note-place" href={href}>
        {spot.kind === 'lines' ? <bdi dir="ltr">{surface.labelOf(spot)}</bdi> : <bdi>{surface.labelOf(spot)}</bdi>}
      </a>
    )
  // On what the other view of the same file shows.
  const { lineStart, lineEnd, anchorId, anchorText } = shown(noted.entry.value)
  if (spot.kind === 'file' && anchorId !== null)
    return (
      <a class="note-place" href={`/md/${fileId}#${encodeURIComponent(anchorId)}`}>
        <bdi>{anchorText ?? anchorId}</bdi>
      </a>
    )
  if (spot.kind === 'file' && lineStart !== null) {
    const label = lineLabel(noted.place.value?.start ?? lineStart, noted.place.value?.end ?? lineEnd ?? lineStart)
    return (
      <a class="note-place" href={`/file/${fileId}#${label.replace('-', '-L')}`}>
        <bdi dir="ltr">{label}</bdi>
      </a>
    )
  }
  return spot.kind === 'file' ? <span class="note-place">{words.wholeFile}</span> : null
}
