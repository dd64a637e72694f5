import { announce } from '#browser/announce.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { focusNextRow, focusRow, rowsIn } from '#browser/live-list/focus-next.ts'
import type { TodayWords } from '../../messages/today.ts'

/** Keys of /notes work through the rows of this page too, also those of lists without script. They press what the row shows. */
export function addRowKeys(box: HTMLElement, t: TodayWords): () => void {
  const current = () => document.activeElement?.closest<HTMLElement>(':is(.rows, .shelf) > li') ?? null
  const moveBy = (step: 1 | -1) => {
    const rows = rowsIn(box)
    const row = current()
    const target = row && box.contains(row) ? rows[rows.indexOf(row) + step] : rows[0]
    if (target) focusRow(target, box)
  }
  const press = (selector: string, missing: string, after: (row: HTMLElement) => void = () => undefined) => {
    const row = current()
    if (!row || !box.contains(row)) return
    const button = row.querySelector<HTMLElement>(selector)
    if (!button) return announce(missing)
    button.click()
    after(row)
  }
  const done = () => press(DONE, t.nothingToDo, (row) => row.matches('.today-task') && focusNextRow(row))
  const removes = [
    addShortcut({ keys: 'KeyJ', label: t.keyNext, run: () => moveBy(1) }),
    addShortcut({ keys: 'KeyK', label: t.keyPrevious, run: () => moveBy(-1) }),
    addShortcut({ keys: 'KeyX', label: t.keyDone, run: done }),
    addShortcut({ keys: 'KeyD', label: t.keyDone, run: done }),
    addShortcut({ keys: 'KeyS', label: t.keySnooze, run: () => press('[name="snooze"][value="60"]', t.noReminder) }),
    addShortcut({ keys: 'KeyR', label: t.keyAttach, run: () => press('[data-act="attach"]', t.inPlace) }),
  ]
  return () => removes.forEach((remove) => remove())
}

const DONE = '[data-act="done"]'
