import type { Locale } from '#base/messages.ts'
import { replacePageParts } from '#browser/adopt-page.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { navigateTo } from '#browser/go.ts'
import { liveMessages } from '../../messages/live.ts'
import { endWide } from './chosen.ts'
import { filtersFrom } from './filters.ts'
import { announce, failure, here, isSlow } from './here.ts'
import { listPath, startOver } from './pages.ts'
import { savePosition } from './scroll-position.ts'

const PATIENCE_MS = 250
let latest = 0
/** The path of the list on the screen; on Back the URL has changed before the list has. */
let shown = ''

export function rememberShown(): void {
  shown = listPath()
}

export function shownPath(): string {
  return shown
}

/** Loads another list without leaving the page. The current rows stay visible until the new ones arrive. */
export async function visit(href: string, locale: Locale, how: 'push' | 'back' = 'push'): Promise<void> {
  const turn = ++latest
  const slow = setTimeout(() => (isSlow.value = true), PATIENCE_MS)
  if (how === 'push') savePosition(shown)
  const answer = await fetchPage(href)
  clearTimeout(slow)
  // The user navigated again before this response arrived.
  if (turn !== latest) return
  isSlow.value = false
  if (answer.outcome !== 'done') {
    const requestId = answer.outcome === 'refused' ? answer.requestId : ''
    const retry = () => void visit(href, locale, how)
    failure.value = { text: liveMessages(locale).failedList, requestId, retry }
    return
  }
  failure.value = null
  if (!answer.page.getElementById('results')) return navigateTo(href)
  if (how === 'push') history.pushState(null, '', href)
  adopt(answer.page)
  if (how === 'push') window.scrollTo({ top: 0, behavior: 'instant' })
  announce(
    document.getElementById('list-count')?.textContent ?? document.querySelector('.empty-title')?.textContent ?? '',
  )
}

function adopt(page: Document): void {
  const hadFocus = document.getElementById('results')?.contains(document.activeElement)
  startOver()
  endWide()
  rememberShown()
  replacePageParts(page, ['files-head', 'files-folders', 'results'], shown)
  here.value = filtersFrom(Object.fromEntries(new URLSearchParams(window.location.search)))
  if (hadFocus) document.getElementById('results')?.focus({ preventScroll: true })
}
