import { effect } from '@preact/signals'
import { showNote } from './go.ts'
import { type MarginDesk, spotOfKey } from './margin-desk.ts'

/**
 * Keeps the selected note level with its line, and both on screen. A pressed card moves only after the release: otherwise the
 * click would land on another card.
 */
export function levelSelected(desk: MarginDesk): () => void {
  const { selected, level, width, surface } = desk
  let isPressed = false
  const settle = () => {
    if (!isPressed) level.value = selected.value
  }
  const press = ({ target }: PointerEvent) => {
    isPressed = target instanceof Element && target.closest('.notes-stack') !== null
  }
  const release = () => {
    isPressed = false
    // The click event follows pointerup.
    setTimeout(settle)
  }
  const stops = [
    effect(() => {
      if (selected.value !== level.peek()) settle()
    }),
    effect(() => {
      if (level.value !== null) showNote(desk, level.value)
    }),
    // Without padding, the end of the text could not be scrolled out from under the sheet.
    effect(() => {
      const hasSheet = width.value === 'phone' && spotOfKey(desk, selected.value) !== undefined
      surface.root.classList.toggle('has-sheet', hasSheet)
    }),
  ]
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('pointerup', release)
  document.addEventListener('pointercancel', release)
  return () => {
    stops.forEach((stop) => stop())
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('pointerup', release)
    document.removeEventListener('pointercancel', release)
  }
}
