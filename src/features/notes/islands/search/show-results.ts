import { replacePageParts } from '#browser/adopt-page.ts'
import { announce } from '#browser/announce.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { navigateTo } from '#browser/go.ts'
import { type NoteSearchQuery, parseNoteSearch, searchHref } from '../../search-address.ts'

/** How the history changes: a new entry, a replaced entry, or none because the browser already navigated. */
export type How = 'push' | 'replace' | 'back'

const PATIENCE_MS = 250
let latest = 0

export function searchFromUrl(): NoteSearchQuery {
  const query = new URLSearchParams(window.location.search)
  return parseNoteSearch({ q: query.get('q'), color: query.get('color') })
}

/** Replaces the displayed results once the new ones have loaded. False when the request failed. */
export async function showResults(ask: NoteSearchQuery, how: How): Promise<boolean> {
  const turn = ++latest
  const href = searchHref(ask)
  const waiting = setTimeout(() => document.getElementById('results')?.setAttribute('aria-busy', 'true'), PATIENCE_MS)
  const answer = await fetchPage(href)
  clearTimeout(waiting)
  // A newer search started before this answer arrived.
  if (turn !== latest) return true
  document.getElementById('results')?.removeAttribute('aria-busy')
  if (answer.outcome !== 'done') return false
  if (!answer.page.getElementById('results')) {
    navigateTo(href)
    return true
  }
  if (how === 'push') history.pushState(null, '', href)
  else if (how === 'replace') history.replaceState(null, '', href)
  replacePageParts(answer.page, ['results'], href)
  announce(document.getElementById('results-title')?.textContent ?? '')
  return true
}
