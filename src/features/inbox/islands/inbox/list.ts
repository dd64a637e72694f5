import { signal } from '@preact/signals'
import { replacePageParts } from '#browser/replace-page-parts.ts'
import { announce } from '#browser/announce.ts'
import { currentPath } from '#browser/navigate.ts'
import { ListPages, nextLinkOf } from '#browser/live-list/pages.ts'
import { listPosition } from '#browser/live-list/position.ts'
import { type InboxQuery, parseInboxQuery } from '../../address.ts'
import { noteRows } from './rows.ts'

/** Set when the last load failed: tries it again. */
export const failure = signal<(() => void) | null>(null)

let onShown: () => void = () => undefined

export const list = new ListPages({
  rows: noteRows,
  list: '.inbox-notes',
  more: '.inbox-more',
  empty: '.inbox-none',
  path: currentPath,
  setSlow: (isSlow) => {
    if (isSlow) document.getElementById('results')?.setAttribute('aria-busy', 'true')
    else document.getElementById('results')?.removeAttribute('aria-busy')
  },
  setFailure: (failed) => (failure.value = failed && failed.retry),
  adopt,
})

export const position = listPosition({
  rows: noteRows,
  pages: list,
  load: appendUpTo,
  maxPages: 50,
})

export function startList(changed: () => void): void {
  onShown = changed
  list.start()
}

export function nextLink(): HTMLAnchorElement | null {
  return nextLinkOf(document)
}

export function queryOfUrl(): InboxQuery {
  return parseInboxQuery(Object.fromEntries(new URLSearchParams(window.location.search)))
}

function adopt(page: Document): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-filter]')?.dataset['filter']
  const wasInParts = document.activeElement?.closest('#results, #inbox-filters') !== null
  replacePageParts(page, ['save-view', 'inbox-filters', 'results'], list.shownPath)
  const again = document.querySelector<HTMLElement>(`[data-filter="${focused}"]`)
  if (wasInParts) (again ?? document.getElementById('results'))?.focus({ preventScroll: true })
  onShown()
  announce(document.getElementById('results-title')?.textContent ?? '')
}

/** Appends the next page and returns its notes. Null when it failed. */
export async function appendPage(href: string): Promise<readonly HTMLElement[] | null> {
  const answer = await list.append(href, () => void appendPage(href))
  if (answer.outcome === 'late') return []
  if (answer.outcome !== 'done') return null
  onShown()
  return answer.rows
}

async function appendUpTo(pages: number): Promise<boolean> {
  for (let next = nextLink(); next && list.pagesShown < pages; next = nextLink())
    if ((await appendPage(next.href)) === null) return false
  return true
}
