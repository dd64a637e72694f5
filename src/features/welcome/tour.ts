/** A stop of the tour: the first of these elements that can be seen is what it points at. */
export type Stop = { key: 'search' | 'create' | 'settings'; at: readonly string[] }

export const STOPS: readonly Stop[] = [
  { key: 'search', at: ['.topbar-search', '.bottombar [data-opens="palette"]'] },
  { key: 'create', at: ['#content a[href="/files/new"]', 'a.create', '.place[href="/files"]'] },
  { key: 'settings', at: ['.account a[href="/settings"]', '.bottombar .more-button'] },
]

export type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

const GAP = 12
const EDGE = 8

/** Where the card stands: below what it points at, above it where there is no room, and never over the edge. */
export function placeCard(target: Box, card: Size, view: Size): { top: number; left: number } {
  const below = target.bottom + GAP
  const top = below + card.height + EDGE <= view.height ? below : Math.max(EDGE, target.top - GAP - card.height)
  const middle = (target.left + target.right - card.width) / 2
  return { top, left: Math.max(EDGE, Math.min(middle, view.width - card.width - EDGE)) }
}
