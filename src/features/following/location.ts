import type { Lines, Location } from 'codeshelf-follow'
import type { FileId } from '#base/ids.ts'
import type { Place } from './place.ts'

/**
 * Where the lines of a note are. `isFileGone`: its repository file was deleted. `unknown`: the task missed its deadline; the next read
 * tries again.
 */
export type AnchorLocation = (
  | Exclude<Location, { state: 'lost' }>
  | { state: 'lost'; was: Lines; isFileGone?: boolean }
  | { state: 'unknown'; was: Lines }
) & {
  /** What happened to its code since it was attached, oldest first. */
  places?: readonly Place[]
  /** For a lost note on a file: where in the library its code is now. */
  offer?: MoveOffer
}

/** Another file of the library in which the lost code of a note is now. The lines, both included, are those of its newest version. */
export type MoveOffer = { fileId: FileId; path: string; version: number; lines: Lines }

/** The current lines of a note that may have moved; null when they are gone. Undefined: it is on its stored lines, or was not followed. */
export function currentLines(location: AnchorLocation | undefined): Lines | null | undefined {
  if (!location || location.state === 'unknown') return undefined
  return 'lines' in location ? location.lines : null
}
