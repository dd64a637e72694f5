import { type MarginDesk, type Placed, spotOfKey } from './margin-desk.ts'
import { showAt } from './surface.ts'

/** Shows a note and what it stands on. */
export function goTo(desk: MarginDesk, key: string): void {
  const placed = spotOfKey(desk, key)
  if (!placed) return
  desk.tab.value = placed.spot.kind === 'lost' ? 'lost' : 'placed'
  desk.selected.value = key
  if (placed.spot.kind !== 'lost') showAt(desk.surface, placed.spot)
  focusNote(key)
}

/** When it has been drawn: a card that was out of sight is drawn with the next frame. */
export function focusNote(key: string, tries = 5): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`[data-note="${key}"]`)
    if (card?.contains(document.activeElement)) return
    if (card) card.focus({ preventScroll: true })
    else if (tries > 0) focusNote(key, tries - 1)
  })
}

/** The one after or before the one in hand, in the order of the text; from the end to the start again. */
function neighbour(desk: MarginDesk, step: 1 | -1): Placed | undefined {
  const all = desk.placed.value
  const at = all.findIndex(({ noted }) => noted.key === desk.selected.value)
  if (at === -1) return step === 1 ? all[0] : all.at(-1)
  return all[(at + step + all.length) % all.length]
}

export function goToNeighbour(desk: MarginDesk, step: 1 | -1): void {
  const next = neighbour(desk, step)
  if (next) goTo(desk, next.noted.key)
}
