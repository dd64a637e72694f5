import { rankGroups, type SearchGroup } from './found.ts'

/** A group in the page. `isStale`: it has the results of the query before, until those of this one arrive. */
export type ShownGroup = SearchGroup & { isStale: boolean }

/** Of a new search: what is in the page stays until its own group arrives, so that the page does not jump. */
export function markStale(shown: readonly ShownGroup[]): ShownGroup[] {
  return shown.map((group) => ({ ...group, isStale: true }))
}

/**
 * A group that has arrived takes the position of its older self, or the last one. `mayMove`: the reader has not begun to choose among the results, so
 * that the groups are put into their order.
 */
export function placeGroup(shown: readonly ShownGroup[], group: SearchGroup, mayMove: boolean): ShownGroup[] {
  const arrived = { ...group, isStale: false }
  const at = shown.findIndex(({ name }) => name === group.name)
  if (!isVisible(arrived)) return shown.filter(({ name }) => name !== group.name)
  const placed = at === -1 ? [...shown, arrived] : shown.with(at, arrived)
  return mayMove ? rankGroups(placed) : placed
}

/** A group without results is shown when something was left out. */
export function isVisible({ hits, unsearched }: SearchGroup): boolean {
  return hits.length > 0 || unsearched !== null
}

/** A group says below its results that niqqud counts in it. Without results it is not shown, and the page must say it. */
export function hidesNiqqud({ hits, countsNiqqud }: SearchGroup): boolean {
  return countsNiqqud && hits.length === 0
}
