import { replacePageParts } from '#browser/replace-page-parts.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { adoptMore, type Failed, ListPages, nextLinkOf, type VisitKind } from '#browser/live-list/pages.ts'
import { listPosition, navigationType } from '#browser/live-list/position.ts'
import { idOf } from '#browser/live-list/rows.ts'
import { endWide } from './chosen.ts'
import { filtersFrom } from './filters.ts'
import { arrived, failure, here, isSlow } from './here.ts'
import { fileRows, replaceRows, rows, rowsOf } from './rows.ts'

const MORE = '.list-more'

export const list = new ListPages({
  rows: fileRows,
  list: '.file-rows',
  more: MORE,
  path: listPath,
  setSlow: (slow) => (isSlow.value = slow),
  setFailure: (failed) => (failure.value = failed),
  adopt,
})

/** Users do not remember positions further down than ten pages. */
export const position = listPosition({ rows: fileRows, pages: list, load: reload, maxPages: 10 })

/** Refreshes even a single page: the cached page may be older than a star set since. A reload is always current. */
async function reload(pages: number): Promise<boolean> {
  if (pages > 1 || navigationType() !== 'reload') await refresh(pages)
  return true
}

/** Loads another list without leaving the page. */
export function visit(href: string, how: VisitKind = 'push'): Promise<void> {
  if (how === 'push') position.save()
  return list.visit(href, how)
}

function adopt(page: Document): void {
  const hadFocus = document.getElementById('results')?.contains(document.activeElement)
  arrived.value = null
  endWide()
  replacePageParts(page, ['files-head', 'files-folders', 'results'], list.shownPath)
  here.value = filtersFrom(Object.fromEntries(new URLSearchParams(window.location.search)))
  if (hadFocus) document.getElementById('results')?.focus({ preventScroll: true })
  announce(
    document.getElementById('list-count')?.textContent ?? document.querySelector('.empty-title')?.textContent ?? '',
  )
}

/** The URL of the first page, without the result of a form. */
export function listPath(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.delete('done')
  query.delete('n')
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

/** Reloads the first `count` pages and shows the current rows. */
export async function refresh(count = list.pagesShown): Promise<{ outcome: 'done' } | Failed> {
  const fresh: HTMLElement[] = []
  let href: string | null = listPath()
  let last: Document | null = null
  let walked = 0
  for (; href !== null && walked < count; walked++) {
    const answer = await fetchPage(href)
    if (answer.outcome !== 'done') return answer
    last = answer.page
    fresh.push(...rowsOf(last))
    href = nextLinkOf(last)?.getAttribute('href') ?? null
  }
  if (last) show(last, fresh)
  list.pagesShown = Math.max(1, walked)
  arrived.value = null
  return { outcome: 'done' }
}

function show(last: Document, fresh: readonly HTMLElement[]): void {
  const host = document.querySelector('#results .file-rows')
  const results = last.getElementById('results')
  if (host && fresh.length > 0) {
    replaceRows(host, fresh)
    adoptMore(last, MORE)
    const [count, now] = [document.getElementById('list-count'), last.getElementById('list-count')]
    if (count && now) count.textContent = now.textContent
  } else if (results) document.getElementById('results')?.replaceWith(document.adoptNode(results))
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
