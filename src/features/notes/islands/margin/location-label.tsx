import type { Spot } from '../../browser/margin/spot.ts'
import { lineHash, lineLabel } from '../../browser/margin/spot.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'

type Props = {
  desk: Pick<MarginDesk, 'words' | 'fileId' | 'locationOf'> & {
    surface: Pick<MarginDesk['surface'], 'labelOf' | 'hrefOf'>
  }
  noted: Noted
  spot: Spot
}

/** A link to the lines or the heading of the note. Line numbers are left-to-right in both languages. */
export function LocationLabel({ desk, noted, spot }: Props) {
  const { surface, words, fileId } = desk
  const href = surface.hrefOf(spot)
  if (href !== null)
    return (
      <a class="note-location truncate tiny rigid medium plain" href={href}>
        {spot.kind === 'lines' ? <bdi dir="ltr">{surface.labelOf(spot)}</bdi> : <bdi>{surface.labelOf(spot)}</bdi>}
      </a>
    )
  // The anchor is in the other view (code or rendered) of the same file.
  const { lineStart, lineEnd, anchorId, anchorText } = fieldsOf(noted)
  if (spot.kind === 'file' && anchorId !== null)
    return (
      <a class="note-location truncate tiny rigid medium plain" href={`/md/${fileId}#${encodeURIComponent(anchorId)}`}>
        <bdi>{anchorText ?? anchorId}</bdi>
      </a>
    )
  if (spot.kind === 'file' && lineStart !== null) {
    const location = desk.locationOf(noted)
    const [start, end] = [location?.start ?? lineStart, location?.end ?? lineEnd ?? lineStart]
    return (
      <a class="note-location truncate tiny rigid medium plain" href={`/file/${fileId}${lineHash(start, end)}`}>
        <bdi dir="ltr">{lineLabel(start, end)}</bdi>
      </a>
    )
  }
  return spot.kind === 'file' ? (
    <span class="note-location truncate tiny rigid medium plain">{words.wholeFile}</span>
  ) : null
}
