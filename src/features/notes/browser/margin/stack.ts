/** A card beside its line: its preferred offset and its height when it is open. */
export type Card = {
  want: number
  height: number
  /** A note on the whole file has no line to be level with. */
  isOnFile?: boolean
}
export type Stacked = { top: number; height: number; isShort: boolean }

const GAP = 8

/** A short card is its header: the line and the first words. */
const SHORT_PX = 36
const SHORT_GAP = 2

/** About ten lines. Cards that would be pushed further from their lines are crowded. */
const CROWDED_PX = 240

/**
 * Computes the offset of each card, in the order of their lines. A card is level with its line unless the card before it
 * pushes it down; the first is not above `from`, the head of the column. Where cards would be pushed far from their lines, all
 * of them are short. The chosen card is open and level with its line: later cards move down and earlier ones up, above `from`
 * when there are too many. A chosen note on the whole file stays below the earlier ones instead: nothing would be above the head
 * of the column to show where they went. Cards never overlap.
 */
export function stackCards(cards: readonly Card[], chosen: number | null, from = 0): Stacked[] {
  const crowded = findCrowded(cards, from)
  const stacked: Stacked[] = []
  let free = from
  for (const [i, { want, height: open, isOnFile }] of cards.entries()) {
    const isShort = i !== chosen && crowded[i] === true && open > SHORT_PX
    const height = isShort ? SHORT_PX : open
    const isLevel = i === chosen && !(isOnFile && free - want <= CROWDED_PX)
    const top = isLevel ? want : Math.max(want, free)
    stacked.push({ top, height, isShort })
    free = top + height + (isShort ? SHORT_GAP : GAP)
  }
  for (let i = (chosen ?? 0) - 1; i >= 0; i--) {
    const [card, next] = [stacked[i], stacked[i + 1]]
    if (card && next) card.top = Math.min(card.top, next.top - (card.isShort ? SHORT_GAP : GAP) - card.height)
  }
  return stacked
}

/** Independent of the chosen card, so that choosing one does not open or close its neighbours. */
function findCrowded(cards: readonly Card[], from: number): boolean[] {
  const crowded: boolean[] = []
  let free = from
  let first = 0
  let push = 0
  const closeGroup = (end: number) => {
    for (let i = first; i < end; i++) crowded.push(push > CROWDED_PX)
    first = end
    push = 0
  }
  for (const [i, { want, height }] of cards.entries()) {
    if (want >= free) closeGroup(i)
    const top = Math.max(want, free)
    push = Math.max(push, top - want)
    free = top + height + GAP
  }
  closeGroup(cards.length)
  return crowded
}
