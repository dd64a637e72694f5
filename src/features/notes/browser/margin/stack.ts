/** A card beside its line: its preferred offset and its height. */
export type Card = { want: number; height: number }

const GAP = 8

/**
 * Computes the offset of each card, in the order of their lines. A card is level with its line unless the card before it
 * pushes it down; the first is not above `from`, the head of the column. The chosen card is always level with its line: later
 * cards move down and earlier ones up, above `from` when there are too many. Cards never overlap.
 */
export function stackCards(cards: readonly Card[], chosen: number | null, from = 0): number[] {
  const tops: number[] = []
  let free = from
  for (const [i, { want, height }] of cards.entries()) {
    const top = i === chosen ? want : Math.max(want, free)
    tops.push(top)
    free = top + height + GAP
  }
  for (let i = (chosen ?? 0) - 1; i >= 0; i--) {
    const limit = (tops[i + 1] ?? 0) - GAP - (cards[i]?.height ?? 0)
    tops[i] = Math.min(tops[i] ?? 0, limit)
  }
  return tops
}
