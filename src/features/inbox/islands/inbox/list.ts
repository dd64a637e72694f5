import { signal } from '@preact/signals'
import { replacePageParts } from '#browser/adopt-page.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { currentPath, navigateTo } from '#browser/go.ts'
import { type InboxQuery, parseInboxQuery } from '../../address.ts'
import { idOf, rows, rowsOf } from './rows.ts'

/** Set when the last load failed: tries it again. */
export const failure = signal<(() => void) | null>(null)

/** How the history changes: a new entry, a replaced entry, or none because the browser already navigated. */
export type VisitKind = 'push' | 'replace' | 'back'

const PATIENCE_MS = 250
let latest = 0
let pages = 1
/** The path of the list on the screen; on Back the URL has changed before the list has. */
let shown = ''
let onShown: () => void = () => undefined

export function startList(changed: () => void): void {
  shown = currentPath()
  pages = 1
  onShown = changed
}

export function shownPath(): string {
  return shown
}

export function pagesShown(): number {
  return pages
}

export function queryOfUrl(): InboxQuery {
  return parseInboxQuery(Object.fromEntries(new URLSearchParams(window.location.search)))
}

/** Replaces the list once the new one has loaded; until then the old one stays. */
export async function visit(href: string, how: VisitKind): Promise<void> {
  const turn = ++latest
  const waiting = setTimeout(() => document.getElementById('results')?.setAttribute('aria-busy', 'true'), PATIENCE_MS)
  const answer = await fetchPage(href)
  clearTimeout(waiting)
  // The user navigated again before this answer arrived.
  if (turn !== latest) return
  document.getElementById('results')?.removeAttribute('aria-busy')
  if (answer.outcome !== 'done') {
    failure.value = () => void visit(href, how)
    return
  }
  failure.value = null
  if (!answer.page.getElementById('results')) return navigateTo(href)
  if (how === 'push') history.pushState(null, '', href)
  else if (how === 'replace') history.replaceState(null, '', href)
  adopt(answer.page)
  if (how === 'push') window.scrollTo({ top: 0, behavior: 'instant' })
  announce(document.getElementById('results-title')?.textContent ?? '')
}

function adopt(page: Document): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-filter]')?.dataset['filter']
  const wasInParts = document.activeElement?.closest('#results, #inbox-filters') !== null
  startList(onShown)
  replacePageParts(page, ['inbox-filters', 'results'], shown)
  const again = document.querySelector<HTMLElement>(`[data-filter="${focused}"]`)
  if (wasInParts) (again ?? document.getElementById('results'))?.focus({ preventScroll: true })
  onShown()
}

export function nextLink(): HTMLAnchorElement | null {
  return document.querySelector<HTMLAnchorElement>('#results a[rel="next"]')
}

let appending: Promise<HTMLElement[] | null> | null = null

/** Appends the next page. Null when it failed. One at a time: two clicks must not append a page twice. */
export function appendPage(href: string): Promise<HTMLElement[] | null> {
  appending ??= append(href).finally(() => {
    appending = null
  })
  return appending
}

async function append(href: string): Promise<HTMLElement[] | null> {
  const turn = latest
  const answer = await fetchPage(href)
  if (turn !== latest) return []
  if (answer.outcome !== 'done') {
    failure.value = () => void appendPage(href)
    return null
  }
  failure.value = null
  const known = new Set(rows().map(idOf))
  // Skip notes that are shown already, so that every note has one row.
  const fresh = rowsOf(answer.page).filter((row) => !known.has(idOf(row)))
  hostOf(answer.page)?.append(...fresh.map((row) => document.adoptNode(row)))
  const [more, nextMore] = [document.querySelector('.inbox-more'), answer.page.querySelector('.inbox-more')]
  if (nextMore) more?.replaceWith(document.adoptNode(nextMore))
  else more?.remove()
  pages += 1
  onShown()
  return fresh
}

/** The list to append to. A page of a search in states may be empty, and then the list of the later page takes its place. */
function hostOf(page: Document): Element | null {
  const list = document.querySelector('#results .inbox-notes')
  const later = page.querySelector('#results .inbox-notes')
  if (list || !later) return list
  const host = document.adoptNode(later)
  document.querySelector('#results .inbox-none')?.replaceWith(host)
  return host
}
