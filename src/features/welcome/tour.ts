import { TOUR_LINE } from './sample.ts'

/** A stop of the tour points at the first visible element of these selectors. */
export type Stop = { key: 'note' | 'bell' | 'search' | 'create' | 'settings'; at: readonly string[] }

export const STOPS: readonly Stop[] = [
  { key: 'note', at: [`#L${TOUR_LINE}`] },
  { key: 'bell', at: ['.note .remind-button[data-armed]', '.note .remind-button', '[data-bell]'] },
  { key: 'search', at: ['.topbar-search', '.bottombar [data-opens="palette"]'] },
  { key: 'create', at: ['#content a[href="/files/new"]', 'a.create', '.nav-link[href="/files"]'] },
  { key: 'settings', at: ['.account a[href="/settings"]', '.bottombar .more-button'] },
]

export type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

const GAP = 12
const EDGE = 8

/** Positions the card below its target, or above it where space is missing, and always inside the viewport. */
export function positionCard(target: Box, card: Size, view: Size): { top: number; left: number } {
  const below = target.bottom + GAP
  const top = below + card.height + EDGE <= view.height ? below : Math.max(EDGE, target.top - GAP - card.height)
  const middle = (target.left + target.right - card.width) / 2
  return { top, left: Math.max(EDGE, Math.min(middle, view.width - card.width - EDGE)) }
}
