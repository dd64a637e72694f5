import { type MarginDesk, type Placed, spotOfKey } from './margin-desk.ts'
import { showAt } from './surface.ts'

/** Selects a note, scrolls to it and focuses it. */
export function goTo(desk: MarginDesk, key: string): void {
  const placed = spotOfKey(desk, key)
  if (!placed) return
  desk.tab.value = placed.spot.kind === 'lost' ? 'lost' : 'placed'
  desk.selected.value = key
  showNote(desk, key)
  focusNote(desk, key)
}

/** Scrolls to the lines of the note when its card is beside them, otherwise to the card. */
export function showNote(desk: MarginDesk, key: string): void {
  // Wait a frame until the card and the space for it are rendered.
  requestAnimationFrame(() => {
    const placed = desk.selected.peek() === key ? spotOfKey(desk, key) : undefined
    if (!placed) return
    if (desk.beside.peek().includes(placed)) showAt(desk.surface, placed.spot, desk.width.peek() === 'phone')
    else document.querySelector(`[data-note="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  })
}

/** Focuses a card after it is rendered, which takes a frame for a card out of view. */
function focusNote(desk: MarginDesk, key: string, tries = 5): void {
  requestAnimationFrame(() => {
    // Several notes may be chosen before one frame. Focus selects, so an earlier one would take the selection back.
    if (desk.selected.peek() !== key) return
    const card = document.querySelector<HTMLElement>(`[data-note="${key}"]`)
    if (card?.contains(document.activeElement)) return
    if (card) card.focus({ preventScroll: true })
    else if (tries > 0) focusNote(desk, key, tries - 1)
  })
}

/** The note after or before the selected one in text order, wrapping around. */
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
