import { formatNumber, type Locale } from '#base/messages.ts'
import { largeMessages } from '../../messages/large.ts'
import type { TextRows } from '../../text-rows.ts'
import type { RowWindow } from './row-window.ts'

/** Some four hundred pages of paper. */
const PRINTED_ROWS = 20_000

/** Draws the first rows for paper; when there are more, the paper says so. */
export function printRows(rows: TextRows, host: HTMLElement, view: RowWindow, locale: Locale): void {
  const cut = document.createElement('p')
  cut.className = 'print-only'
  const printed = rows.lines[PRINTED_ROWS - 1]
  if (rows.rowCount > PRINTED_ROWS && printed !== undefined) {
    cut.textContent = largeMessages(locale).cutPrint(
      formatNumber(locale, printed),
      formatNumber(locale, rows.lineCount),
    )
    host.after(cut)
  }
  window.addEventListener('beforeprint', () => view.drawFirst(PRINTED_ROWS))
  window.addEventListener('afterprint', () => view.draw())
}
