/** A card beside its line: where it would like to begin, and how high it is. */
export type Card = { want: number; height: number }

const GAP = 8

/**
 * Where each card begins, in the order given (the order of their lines): level with its line, pushed down as far as the one
 * before it reaches. The chosen card is level with its line exactly, and those before it make room upwards as long as there
 * is room. No two overlap, and none begins above `from`, the head of the column.
 */
export function stackCards(cards: readonly Card[], chosen: number | null, from = 0): number[] {
  const tops: number[] = []
  let free = from
  for (const { want, height } of cards) {
    const top = Math.max(want, free)
    tops.push(top)
    free = top + height + GAP
  }
  return chosen === null ? tops : makeRoom(cards, tops, chosen, from)
}

function makeRoom(cards: readonly Card[], tops: readonly number[], chosen: number, from: number): number[] {
  const made = [...tops]
  const least = leastTops(cards, from)
  made[chosen] = Math.max(cards[chosen]?.want ?? 0, least[chosen] ?? 0)
  for (let i = chosen - 1; i >= 0; i--) {
    const limit = (made[i + 1] ?? 0) - GAP - (cards[i]?.height ?? 0)
    if ((made[i] ?? 0) <= limit) break
    made[i] = limit
  }
  for (let i = chosen + 1; i < cards.length; i++) {
    const free = (made[i - 1] ?? 0) + (cards[i - 1]?.height ?? 0) + GAP
    made[i] = Math.max(cards[i]?.want ?? 0, free)
  }
  return made
}

/** How high each can go at most: under all that come before it, packed from the top. */
function leastTops(cards: readonly Card[], from: number): number[] {
  let free = from
  return cards.map(({ height }) => {
    const top = free
    free += height + GAP
    return top
  })
}
