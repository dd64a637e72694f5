import { type Located, longestTogether, type StepResult, type Trace } from 'codeshelf-follow'
import { addPlaces, type Place } from './place.ts'

/** For each of the notes: where it is, null when that is not certain, and what happened to it on the way. */
export type Walked = { located: (Located | null)[]; places: Place[][] }

type Moment = Pick<Place, 'since' | 'at'>

/** The texts from which each place was found, to name the definitions in them once the last place is known. */
export type Traces = WeakMap<Place, Trace>

/** Each note that a step changed gets a place of this moment, unless only its line numbers changed. */
export function recordPlaces(
  { step, carried }: StepResult,
  places: Walked['places'],
  moment: Moment,
  traces: Traces,
): void {
  for (const { index, from, now } of carried) {
    if (now.what === null) continue
    const place = placeOf(now.what, moment, from.path, now.to)
    const trace = step.trace(from, now.to)
    if (trace) traces.set(place, trace)
    places[index] = addPlaces(places[index] ?? [], [place])
  }
}

/** The place of a note after a commit or a version; null: its lines are lost. */
function placeOf(kind: Place['kind'], moment: Moment, path: string, to: Located | null): Place {
  const lines = to && longestTogether(to.lines)
  return { kind, ...moment, path: to?.path ?? path, start: lines?.start ?? null, end: lines?.end ?? null }
}
