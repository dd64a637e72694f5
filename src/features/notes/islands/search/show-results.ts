import { adoptPage } from '#browser/adopt-page.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { goTo } from '#browser/go.ts'
import { type SearchAsk, searchAsk, searchHref } from '../../search-address.ts'

/** What becomes of the address: a new step, the same step, or none because the browser has taken it already. */
export type How = 'push' | 'replace' | 'back'

const PATIENCE_MS = 250
let latest = 0

export function askFromAddress(): SearchAsk {
  const query = new URLSearchParams(window.location.search)
  return searchAsk({ q: query.get('q'), color: query.get('color') })
}

/** Shows what is found in place of what is on the screen, which stays until then. False: the server could not tell. */
export async function showResults(ask: SearchAsk, how: How): Promise<boolean> {
  const turn = ++latest
  const href = searchHref(ask)
  const waiting = setTimeout(() => document.getElementById('results')?.setAttribute('aria-busy', 'true'), PATIENCE_MS)
  const answer = await fetchPage(href)
  clearTimeout(waiting)
  // Somebody was quicker than the server and asked for something else.
  if (turn !== latest) return true
  document.getElementById('results')?.removeAttribute('aria-busy')
  if (answer.outcome !== 'done') return false
  if (!answer.page.getElementById('results')) {
    goTo(href)
    return true
  }
  if (how === 'push') history.pushState(null, '', href)
  else if (how === 'replace') history.replaceState(null, '', href)
  adoptPage(answer.page, ['results'], href)
  announce(document.getElementById('results-title')?.textContent ?? '')
  return true
}
