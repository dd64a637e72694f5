/**
 * The stacking rank of each card, the highest on top: by the time of its last save, then the cards touched in this page in
 * the order of `raised`. A note without `updatedAt` is not stored yet and ranks above stored ones.
 */
export function stackingRanks(
  cards: readonly { key: string; updatedAt: string }[],
  raised: readonly string[],
): ReadonlyMap<string, number> {
  const touched = new Map(raised.map((key, i) => [key, i + 1]))
  const ordered = cards.toSorted(
    (a, b) =>
      (touched.get(a.key) ?? 0) - (touched.get(b.key) ?? 0) ||
      Number(a.updatedAt === '') - Number(b.updatedAt === '') ||
      compare(a.updatedAt, b.updatedAt) ||
      compare(a.key, b.key),
  )
  return new Map(ordered.map(({ key }, i) => [key, i]))
}

/** Compares by code unit, which orders ids and timestamps of one format. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Returns the same array when the card is already on top, so that typing renders nothing. */
export function raise(raised: readonly string[], key: string): readonly string[] {
  return raised.at(-1) === key ? raised : [...raised.filter((each) => each !== key), key]
}
