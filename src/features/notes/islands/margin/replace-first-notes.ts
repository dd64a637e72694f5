import { currentControl } from '#browser/early-presses.ts'
import { goTo } from './go.ts'
import type { MarginDesk } from './margin-desk.ts'

/** Removes the cards of the first HTML once those of the script are drawn. The focus stays on the same control. */
export function replaceFirstNotes(desk: MarginDesk): void {
  const first = document.querySelector('.notes-first')
  const { activeElement } = document
  first?.remove()
  if (!(activeElement instanceof HTMLElement) || activeElement.isConnected) return
  const control = currentControl(activeElement)
  if (control) return control.focus({ preventScroll: true })
  // Its card is out of view, or not drawn on a narrow window.
  const key = activeElement.closest<HTMLElement>('[data-note]')?.dataset['note']
  if (key !== undefined) goTo(desk, key)
}
