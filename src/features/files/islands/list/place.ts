import { listPath, pagesShown, refresh } from './pages.ts'
import { currentRow, firstInView, focusRow, idOf, rowOf } from './rows.ts'

const PREFIX = 'place:'
/** Further than this nobody remembers what was where; it also bounds what Back may ask of the server. */
const MOST_PAGES = 20

/** Remembers how much of this list was shown and which row stood where. */
export function savePlace(path: string): void {
  const row = currentRow() ?? firstInView()
  if (!row) return
  const place = [pagesShown(), idOf(row), Math.round(row.getBoundingClientRect().top), currentRow() ? 1 : 0]
  sessionStorage.setItem(PREFIX + path, place.join(' '))
}

/** Back: as many pages as before, the same row at the same height, and the focus on it if it was there. */
export async function restorePlace(): Promise<void> {
  const [saved, id = '', top, wasFocused] = (sessionStorage.getItem(PREFIX + listPath()) ?? '').split(' ')
  const pages = Math.min(MOST_PAGES, Math.max(1, Number(saved) || 1))
  // Also for one page: what the browser kept may be older than a star that was set since. A reload is as new as can be.
  if (pages > 1 || navigationType() !== 'reload') await refresh(pages)
  const row = rowOf(id)
  if (!row) return
  window.scrollBy({ top: row.getBoundingClientRect().top - (Number(top) || 0), behavior: 'instant' })
  if (wasFocused === '1') focusRow(row, { preventScroll: true })
}

/** Whether the browser says that somebody came back to this page. */
export function cameBack(): boolean {
  return ['back_forward', 'reload'].includes(navigationType())
}

function navigationType(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : ''
}
