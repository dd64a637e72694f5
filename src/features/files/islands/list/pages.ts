import { fetchPage, type PageResponse } from '#browser/fetch-page.ts'
import { filtersFrom } from './filters.ts'
import { arrived } from './here.ts'
import { idOf, replaceRows, rows } from './rows.ts'

/** How many pages of the list are loaded. */
let pages = 1

export function pagesShown(): number {
  return pages
}

export function startOver(): void {
  pages = 1
  arrived.value = null
}

type Failed = Exclude<PageResponse, { outcome: 'done' }>

/** The URL of the first page, without the result of a form. */
export function listPath(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.delete('done')
  query.delete('n')
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

/** Appends the next page and returns its rows, unless another list is shown by then. */
export async function appendPage(
  href: string,
  isStillShown: () => boolean,
): Promise<{ outcome: 'done'; rows: HTMLElement[] } | { outcome: 'late' } | Failed> {
  const answer = await fetchPage(href)
  if (!isStillShown()) return { outcome: 'late' }
  if (answer.outcome !== 'done') return answer
  const known = new Set(rows().map(idOf))
  // Skip files that are shown already, so that every file has one row.
  const fresh = rowsOf(answer.page).filter((row) => !known.has(idOf(row)))
  document.querySelector('#results .file-rows')?.append(...fresh.map((row) => document.adoptNode(row)))
  adoptMore(answer.page)
  pages += 1
  return { outcome: 'done', rows: fresh }
}

/** Reloads the first `count` pages and shows the current rows. */
export async function refresh(count = pages): Promise<{ outcome: 'done' } | Failed> {
  const fresh: HTMLElement[] = []
  let href: string | null = listPath()
  let last: Document | null = null
  let walked = 0
  for (; href !== null && walked < count; walked++) {
    const answer = await fetchPage(href)
    if (answer.outcome !== 'done') return answer
    last = answer.page
    fresh.push(...rowsOf(last))
    href = nextOf(last)
  }
  if (last) show(last, fresh)
  pages = Math.max(1, walked)
  arrived.value = null
  return { outcome: 'done' }
}

function show(last: Document, fresh: readonly HTMLElement[]): void {
  const list = document.querySelector('#results .file-rows')
  const results = last.getElementById('results')
  if (list && fresh.length > 0) {
    replaceRows(list, fresh)
    adoptMore(last)
    const [count, now] = [document.getElementById('list-count'), last.getElementById('list-count')]
    if (count && now) count.textContent = now.textContent
  } else if (results) document.getElementById('results')?.replaceWith(document.adoptNode(results))
}

function rowsOf(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('#results .file-row')]
}

function nextOf(page: Document): string | null {
  return page.querySelector('#results a[rel="next"]')?.getAttribute('href') ?? null
}

function adoptMore(page: Document): void {
  document.querySelector('#results .list-more')?.remove()
  const more = page.querySelector('#results .list-more')
  if (more) document.getElementById('results')?.append(document.adoptNode(more))
}

const LOOK_EVERY_MS = 15_000
let lookedAt = 0

/** Counts the files that arrived while the page was hidden, without moving any row. */
export async function lookForNew(): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  // Only in these orders do new files come first.
  const { sort } = filtersFrom({ sort: query.get('sort') ?? undefined })
  if (query.has('cursor') || (sort !== 'updated_at_desc' && sort !== 'created_at_desc')) return
  if (document.visibilityState !== 'visible' || performance.now() - lookedAt < LOOK_EVERY_MS) return
  lookedAt = performance.now()
  const answer = await fetchPage(listPath())
  if (answer.outcome !== 'done') return
  const known = new Set(rows().map(idOf))
  const first = rowsOf(answer.page)
  // Count only rows above the first known one: rows below it were shown before or have moved up.
  const border = first.findIndex((row) => known.has(idOf(row)))
  const n = border === -1 ? first.length : border
  arrived.value = n === 0 ? null : { n, all: border === -1 && known.size > 0 }
}
