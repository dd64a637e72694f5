import type { SymbolName } from '#base/symbol.ts'

/** What brought a note to a place. `attached`: the user did. The others happened to its code in a commit or a version. */
export const PLACE_KINDS = ['attached', 'moved', 'renamed', 'changed', 'lost'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** A place that a note had. */
export type Place = {
  kind: PlaceKind
  /** The commit or the number of the version since which it was there. */
  since: string
  /** When that was; null when it is not known. */
  at: string | null
  /** Empty for a file of the library, whose notes never leave it. */
  path: string
  /** Null when the lines are lost, or the note is on the whole file. */
  start: number | null
  end: number | null
  /** The definition that the lines are in, or were in when they are lost. Missing when it is not known. */
  symbol?: SymbolName
}

export const PLACES_KEPT = 20

/** Adds newer places, and drops the oldest above the limit. Of several changes in a row in one file only the last one is kept. */
export function addPlaces(known: readonly Place[], added: readonly Place[]): Place[] {
  const places = [...known]
  for (const place of added) {
    const last = places.at(-1)
    if (last?.kind === 'changed' && place.kind === 'changed' && last.path === place.path) places.pop()
    places.push(place)
  }
  return places.slice(-PLACES_KEPT)
}

/** What happened to the code last since the user attached the note. */
export function evidenceOf(places: readonly Place[]): Place | null {
  const last = places.at(-1)
  return last && last.kind !== 'attached' ? last : null
}
