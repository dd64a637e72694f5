import { appendPage, nextLink, pagesShown, shownPath } from './list.ts'
import { currentRow, firstInView, focusRow, idOf, rowOf } from './rows.ts'

const PREFIX = 'inbox-position:'
/** Also bounds the requests that Back causes. */
const MOST_PAGES = 50

/** Saves how many pages were loaded and where the current note was on the screen. */
export function savePosition(): void {
  const row = currentRow() ?? firstInView()
  if (!row) return
  const top = Math.round(row.getBoundingClientRect().top)
  sessionStorage.setItem(PREFIX + shownPath(), [pagesShown(), idOf(row), top, currentRow() ? 1 : 0].join(' '))
}

/** On Back, loads as many pages as before and restores the scroll position and the focus. */
export async function restorePosition(): Promise<void> {
  const [saved, id = '', top, wasFocused] = (sessionStorage.getItem(PREFIX + shownPath()) ?? '').split(' ')
  const pages = Math.min(MOST_PAGES, Number(saved) || 1)
  for (let next = nextLink(); next && pagesShown() < pages; next = nextLink())
    if ((await appendPage(next.href)) === null) return
  const row = rowOf(id)
  if (!row) return
  window.scrollBy({ top: row.getBoundingClientRect().top - (Number(top) || 0), behavior: 'instant' })
  if (wasFocused === '1') focusRow(row, { preventScroll: true })
}

/** Whether the browser reports a navigation back to this page, or a reload. */
export function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : ''
  return ['back_forward', 'reload'].includes(type)
}
