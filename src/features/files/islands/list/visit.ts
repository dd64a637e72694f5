import type { Locale } from '#base/messages.ts'
import { adoptPage } from '#browser/adopt-page.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { goTo } from '#browser/go.ts'
import { liveMessages } from '../../messages/live.ts'
import { endWide } from './chosen.ts'
import { filtersFrom } from './filters.ts'
import { announce, failure, here, isSlow } from './here.ts'
import { listPath, startOver } from './pages.ts'
import { savePlace } from './place.ts'

const PATIENCE_MS = 250
let latest = 0
/** The list that is on the screen, which the address has left already when somebody presses Back. */
let shown = ''

export function rememberShown(): void {
  shown = listPath()
}

export function shownPath(): string {
  return shown
}

/** Shows another list without leaving the page. What is on the screen stays until the new one is here. */
export async function visit(href: string, locale: Locale, how: 'push' | 'back' = 'push'): Promise<void> {
  const turn = ++latest
  const slow = setTimeout(() => (isSlow.value = true), PATIENCE_MS)
  if (how === 'push') savePlace(shown)
  const answer = await fetchPage(href)
  clearTimeout(slow)
  // Somebody was quicker than the server and asked for something else.
  if (turn !== latest) return
  isSlow.value = false
  if (answer.outcome !== 'done') {
    const requestId = answer.outcome === 'refused' ? answer.requestId : ''
    const retry = () => void visit(href, locale, how)
    failure.value = { text: liveMessages(locale).failedList, requestId, retry }
    return
  }
  failure.value = null
  if (!answer.page.getElementById('results')) return goTo(href)
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
  adoptPage(page, ['files-head', 'results'], shown)
  here.value = filtersFrom(Object.fromEntries(new URLSearchParams(window.location.search)))
  if (hadFocus) document.getElementById('results')?.focus({ preventScroll: true })
}
