import { fetchPage, type PageAnswer } from '#browser/fetch-page.ts'
import { arrived } from './here.ts'
import { idOf, replaceRows, rows } from './rows.ts'

/** How many pages of the list stand one below the other. */
let pages = 1

export function pagesShown(): number {
  return pages
}

export function startOver(): void {
  pages = 1
  arrived.value = null
}

type Failed = Exclude<PageAnswer, { outcome: 'done' }>

/** Where this list begins, without what a form has just said. */
export function listPath(): string {
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.delete('done')
  query.delete('n')
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`
}

/** Puts the next page below; the answer is the first of its rows. */
export async function appendPage(href: string): Promise<{ outcome: 'done'; rows: HTMLElement[] } | Failed> {
  const answer = await fetchPage(href)
  if (answer.outcome !== 'done') return answer
  const known = new Set(rows().map(idOf))
  // A file that was shown already stays where it is: every file once.
  const fresh = rowsOf(answer.page).filter((row) => !known.has(idOf(row)))
  document.querySelector('#results .file-rows')?.append(...fresh.map((row) => document.adoptNode(row)))
  adoptMore(answer.page)
  pages += 1
  return { outcome: 'done', rows: fresh }
}

/** Asks again for everything that is shown, `count` pages of it, and shows what is true now. */
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

/** Somebody came back to the page: says how many files arrived meanwhile, and moves nothing. */
export async function lookForNew(): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  if (query.has('cursor') || query.get('sort') === 'created_at_asc') return
  if (document.visibilityState !== 'visible' || performance.now() - lookedAt < LOOK_EVERY_MS) return
  lookedAt = performance.now()
  const answer = await fetchPage(listPath())
  if (answer.outcome !== 'done') return
  const known = new Set(rows().map(idOf))
  const first = rowsOf(answer.page)
  // Only those above the first that is known: below it they were shown before or have just moved up.
  const border = first.findIndex((row) => known.has(idOf(row)))
  const n = border === -1 ? first.length : border
  arrived.value = n === 0 ? null : { n, all: border === -1 && known.size > 0 }
}
