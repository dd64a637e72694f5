import { listPath, pagesShown, refresh } from './pages.ts'
import { currentRow, firstInView, focusRow, idOf, rowOf } from './rows.ts'

const PREFIX = 'position:'
/** Users do not remember positions further down; the limit also bounds the requests that Back causes. */
const MOST_PAGES = 10

/** Saves how many pages were loaded and where the current row was on the screen. */
export function savePosition(path: string): void {
  const row = currentRow() ?? firstInView()
  if (!row) return
  const position = [pagesShown(), idOf(row), Math.round(row.getBoundingClientRect().top), currentRow() ? 1 : 0]
  sessionStorage.setItem(PREFIX + path, position.join(' '))
}

/** On Back, loads as many pages as before and restores the scroll position and the focus. */
export async function restorePosition(): Promise<void> {
  const [saved, id = '', top, wasFocused] = (sessionStorage.getItem(PREFIX + listPath()) ?? '').split(' ')
  const pages = Math.min(MOST_PAGES, Math.max(1, Number(saved) || 1))
  // Refresh even a single page: the cached page may be older than a star set since. A reload is always current.
  if (pages > 1 || navigationType() !== 'reload') await refresh(pages)
  const row = rowOf(id)
  if (!row) return
  window.scrollBy({ top: row.getBoundingClientRect().top - (Number(top) || 0), behavior: 'instant' })
  if (wasFocused === '1') focusRow(row, { preventScroll: true })
}

/** Whether the browser reports a navigation back to this page, or a reload. */
export function cameBack(): boolean {
  return ['back_forward', 'reload'].includes(navigationType())
}

function navigationType(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : ''
}
