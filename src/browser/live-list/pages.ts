import { fetchPage, type PageResponse } from '#browser/fetch-page.ts'
import { navigateTo } from '#browser/navigate.ts'
import { idOf, type ListRows } from './rows.ts'

export type Failed = Exclude<PageResponse, { outcome: 'done' }>
/** `late`: another list was shown before the answer arrived. */
export type Appended = { outcome: 'done'; rows: readonly HTMLElement[] } | { outcome: 'late' } | Failed
/** How the history changes: a new entry, a replaced entry, or none because the browser already navigated. */
export type VisitKind = 'push' | 'replace' | 'back'

type Options = {
  rows: ListRows
  /** The element that contains the rows, the one that contains the link to the next page, and what an empty list shows. */
  list: string
  more: string
  empty?: string
  /** The address of the list in the address bar. */
  path: () => string
  setSlow: (isSlow: boolean) => void
  setFailure: (failure: { of: 'list' | 'more'; requestId: string; retry: () => void } | null) => void
  /** Replaces the parts of the page that show the list; the history is changed already. */
  adopt: (page: Document) => void
}

const PATIENCE_MS = 250

/** Shows other lists in place of this one, and appends the pages of a list. The rows on the screen stay until the answer arrives. */
export class ListPages {
  readonly #options: Options
  /** Counts the visits: only the answer of the latest one is shown. */
  #visits = 0
  /** Counts the lists that were shown: a list may be shown again under the same path. */
  #lists = 0
  #appending: Promise<Appended> | null = null
  /** The path of the list on the screen; on Back the URL has changed before the list has. */
  shownPath = ''
  pagesShown = 1

  constructor(options: Options) {
    this.#options = options
  }

  get isAppending(): boolean {
    return this.#appending !== null
  }

  /** Another list is on the screen. */
  start(): void {
    this.shownPath = this.#options.path()
    this.pagesShown = 1
    this.#lists += 1
  }

  async visit(href: string, how: VisitKind): Promise<void> {
    const turn = ++this.#visits
    const { setSlow, setFailure } = this.#options
    const waiting = setTimeout(() => setSlow(true), PATIENCE_MS)
    const answer = await fetchPage(href)
    clearTimeout(waiting)
    // The user navigated again before this answer arrived.
    if (turn !== this.#visits) return
    setSlow(false)
    if (answer.outcome !== 'done')
      return setFailure({ of: 'list', ...failed(answer), retry: () => void this.visit(href, how) })
    setFailure(null)
    if (!answer.page.getElementById('results')) return navigateTo(href)
    if (how === 'push') history.pushState(null, '', href)
    else if (how === 'replace') history.replaceState(null, '', href)
    this.start()
    this.#options.adopt(answer.page)
    if (how === 'push') window.scrollTo({ top: 0, behavior: 'instant' })
  }

  /** One at a time: scrolling and a click may both ask for the next page, which must not be appended twice. */
  append(href: string, retry: () => void): Promise<Appended> {
    this.#appending ??= this.#fetchMore(href, retry).finally(() => {
      this.#appending = null
    })
    return this.#appending
  }

  async #fetchMore(href: string, retry: () => void): Promise<Appended> {
    const { rows, more, setFailure } = this.#options
    const list = this.#lists
    const answer = await fetchPage(href)
    if (list !== this.#lists) return { outcome: 'late' }
    if (answer.outcome !== 'done') {
      setFailure({ of: 'more', ...failed(answer), retry })
      return answer
    }
    setFailure(null)
    const known = new Set(rows.rows().map(idOf))
    // Skip rows that are shown already: a list may have moved between its pages.
    const fresh = rows.rowsOf(answer.page).filter((row) => !known.has(idOf(row)))
    listOf(answer.page, this.#options)?.append(...fresh.map((row) => document.adoptNode(row)))
    adoptMore(answer.page, more)
    this.pagesShown += 1
    return { outcome: 'done', rows: fresh }
  }
}

export function nextLinkOf(page: Document): HTMLAnchorElement | null {
  return page.querySelector<HTMLAnchorElement>('#results a[rel="next"]')
}

function failed(answer: Failed): { requestId: string } {
  return { requestId: answer.outcome === 'refused' ? answer.requestId : '' }
}

/** Takes the link to the next page from the page that was loaded last. */
export function adoptMore(page: Document, more: string): void {
  const [old, fresh] = [document.querySelector(`#results ${more}`), page.querySelector(`#results ${more}`)]
  old?.remove()
  if (fresh) document.getElementById('results')?.append(document.adoptNode(fresh))
}

/** The list to append to. A page may be empty, and then the list of the later page takes the place of the text that says so. */
function listOf(page: Document, { list, empty }: Options): Element | null {
  const own = document.querySelector(`#results ${list}`)
  const later = page.querySelector(`#results ${list}`)
  if (own || !later || !empty) return own
  const host = document.adoptNode(later)
  document.querySelector(`#results ${empty}`)?.replaceWith(host)
  return host
}
