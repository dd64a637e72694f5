import type { Locale } from '#base/messages.ts'
import { liveMessages } from '../../messages/live.ts'
import { chosenIds, endWide, offerAll, tickWide } from './chosen.ts'
import { currentRow, focusRow, rows, tickedIds, tickOf } from './rows.ts'

/** The last clicked box: the other end of a shift-click. */
let lastTicked: HTMLElement | null = null
/** The row from which `j` and `k` continue when the focus is elsewhere. */
let lastCurrent: HTMLElement | null = null

export function bulkForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('#bulk')
}

/** Writes the number of selected files into the bar; the style sheet chooses which of its two states is visible. */
export function showSelection(locale: Locale): void {
  tickWide()
  offerAll(() => showSelection(locale), locale)
  const [all, ticked, n] = [rows(), tickedIds().length, chosenIds().length]
  const count = document.querySelector('.list-chosen-count')
  if (count) count.textContent = n === 0 ? '' : liveMessages(locale).selected(n)
  const box = document.querySelector<HTMLInputElement>('input[data-all]')
  if (!box) return
  box.checked = ticked > 0 && ticked === all.length
  box.indeterminate = ticked > 0 && ticked < all.length
}

export function clearSelection(locale: Locale): void {
  endWide()
  for (const row of rows()) tick(row, false)
  showSelection(locale)
}

function tick(row: HTMLElement, checked: boolean): void {
  const box = tickOf(row)
  if (box) box.checked = checked
}

/** Handles a click on a box; with Shift it selects the range from the box clicked before. */
export function clickTick(box: HTMLInputElement, withShift: boolean): void {
  endWide()
  if (box.matches('[data-all]')) {
    for (const row of rows()) tick(row, box.checked)
    return
  }
  const all = rows()
  const row = box.closest<HTMLElement>('.file-row')
  const [from, to] = [lastTicked, row].map((each) => (each ? all.indexOf(each) : -1))
  if (withShift && from !== undefined && to !== undefined && from >= 0 && to >= 0)
    for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) tick(each, box.checked)
  lastTicked = row
}

export function moveBy(step: 1 | -1): void {
  const all = rows()
  const row = currentRow() ?? (lastCurrent?.isConnected ? lastCurrent : null)
  const at = row ? all.indexOf(row) + step : 0
  const next = all[Math.max(0, Math.min(all.length - 1, at))]
  if (!next) return
  lastCurrent = next
  focusRow(next)
  next.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

export function toggleCurrent(locale: Locale): void {
  const row = currentRow()
  if (!row) return
  endWide()
  tick(row, !tickOf(row)?.checked)
  lastTicked = row
  showSelection(locale)
}
