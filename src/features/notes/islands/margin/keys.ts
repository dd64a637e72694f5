import { effect } from '@preact/signals'
import { addShortcut } from '#browser/keyboard.ts'
import { minimise, nextColor, remindOf, removeNote } from '../parts/desk.ts'
import { goToNeighbour } from './go.ts'
import type { MarginDesk } from './margin-desk.ts'

/** Keyboard shortcuts to walk through the notes and to act on the selected one. Returns how to remove them. */
export function addMarginKeys(desk: MarginDesk): () => void {
  const { words, selected } = desk
  const walking = [
    addShortcut({ keys: 'BracketRight KeyN', label: words.next, run: () => goToNeighbour(desk, 1) }),
    addShortcut({ keys: 'BracketLeft KeyN', label: words.previous, run: () => goToNeighbour(desk, -1) }),
  ]
  const holding = effect(() => {
    const key = selected.value
    if (key === null) return
    const held = [
      addShortcut({ keys: 'KeyM', label: words.keyMinimise, run: () => minimise(desk, key) }),
      addShortcut({ keys: 'KeyC', label: words.keyColor, run: () => nextColor(desk, key) }),
      addShortcut({ keys: 'KeyR', label: words.keyRemind, run: () => remindOf(desk, key) }),
      addShortcut({ keys: 'Delete', label: words.keyDelete, run: () => removeNote(desk, key) }),
      addShortcut({ keys: 'Escape', label: words.close, run: () => leave(desk) }),
    ]
    return () => held.forEach((take) => take())
  })
  return () => {
    holding()
    walking.forEach((take) => take())
  }
}

function leave({ selected, surface }: MarginDesk): void {
  selected.value = null
  surface.focus?.()
}
