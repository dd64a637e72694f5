import { HEADER_PX } from '#browser/header-height.ts'
import { neighbour } from '../../browser/margin/neighbour.ts'
import { type MarginDesk, spotOfKey } from './margin-desk.ts'
import { showAt, type Surface } from './surface.ts'

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

export function goToNeighbour(desk: MarginDesk, step: 1 | -1): void {
  const stops = desk.placed.value.map(({ noted, spot, want }) => ({
    key: noted.key,
    at: spot.kind === 'lost' ? null : want,
  }))
  const next = neighbour(stops, { selected: desk.selected.value, here: readerAt(desk.surface) }, step)
  if (next) goTo(desk, next.key)
}

/** At the chosen line if it is in view, otherwise at the top of what is in view. */
function readerAt(surface: Surface): number {
  const top = HEADER_PX - surface.root.getBoundingClientRect().top
  const spot = surface.chosen()?.spot
  const chosen = spot?.kind === 'lines' ? surface.measure()(spot) : top
  return chosen >= top && chosen < top + window.innerHeight - HEADER_PX ? chosen : top
}
