import type { Lines, Location } from 'codeshelf-follow'
import type { MoveOffer } from '../move-offer.ts'
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
