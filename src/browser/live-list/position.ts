import type { ListPages } from './pages.ts'
import { idOf, type ListRows } from './rows.ts'

const PREFIX = 'position:'

type Position = {
  rows: ListRows
  pages: ListPages
  /** Loads the list up to this page. False when that failed: then nothing scrolls. */
  load: (count: number) => Promise<boolean>
  /** Bounds the requests that Back causes. */
  maxPages: number
}

/** Remembers for each address of a list how many pages were loaded and where the current row was on the screen. */
export function listPosition({ rows, pages, load, maxPages }: Position) {
  return {
    /** Of the list on the screen. */
    save(): void {
      const row = rows.currentRow() ?? rows.firstInView()
      if (!row) return
      const top = Math.round(row.getBoundingClientRect().top)
      sessionStorage.setItem(
        PREFIX + pages.shownPath,
        [pages.pagesShown, idOf(row), top, rows.currentRow() ? 1 : 0].join(' '),
      )
    },
    /** Restores the pages, the scroll position and the focus. */
    async restore(): Promise<void> {
      const [saved, id = '', top, wasFocused] = (sessionStorage.getItem(PREFIX + pages.shownPath) ?? '').split(' ')
      if (!(await load(Math.min(maxPages, Math.max(1, Number(saved) || 1))))) return
      const row = rows.rowOf(id)
      if (!row) return
      window.scrollBy({ top: row.getBoundingClientRect().top - (Number(top) || 0), behavior: 'instant' })
      if (wasFocused === '1') rows.focusRow(row, { preventScroll: true })
    },
  }
}

/** Whether the browser reports a navigation back to this page, or a reload. */
export function cameBack(): boolean {
  return ['back_forward', 'reload'].includes(navigationType())
}

export function navigationType(): string {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.type : ''
}
