import { formatNumber, type Locale } from '#base/messages.ts'
import { liveMessages } from '../../messages/live.ts'
import { chosenIds, endWide, offerAll, tickWide } from './chosen.ts'
import { currentRow, focusRow, rows, ticks } from './rows.ts'

/** The row from which `j` and `k` continue when the focus is elsewhere. */
let lastCurrent: HTMLElement | null = null

export function bulkForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('#bulk')
}

/** Writes the number of selected files into the bar; the style sheet chooses which of its two states is visible. */
export function showSelection(locale: Locale): void {
  tickWide()
  offerAll(() => showSelection(locale), locale)
  const n = chosenIds().length
  const count = document.querySelector<HTMLElement>('.list-chosen-count')
  if (count) {
    count.textContent = n === 0 ? '' : liveMessages(locale).selected(n)
    count.dataset['count'] = formatNumber(locale, n)
  }
  ticks.showAll()
}

export function clearSelection(locale: Locale): void {
  endWide()
  ticks.clear()
  showSelection(locale)
}

/** Handles a click on a box; with Shift it selects the range from the box clicked before. */
export function clickTick(box: HTMLInputElement, withShift: boolean): void {
  endWide()
  ticks.press(box, withShift)
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
  ticks.toggle(row)
  showSelection(locale)
}
