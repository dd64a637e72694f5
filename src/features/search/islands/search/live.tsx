import { signal } from '@preact/signals'
import { render } from 'preact'
import type { Locale } from '#base/messages.ts'
import { parseQuery } from '#base/search-query/parse.ts'
import { adoptPath, replacePageParts } from '#browser/replace-page-parts.ts'
import { announce } from '#browser/announce.ts'
import { deviceNow } from '#browser/page-life.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { currentPath } from '#browser/navigate.ts'
import { getEvents, ServerProblem } from '#browser/server-sent.ts'
import { TimeZoneContext } from '#ui/zone.ts'
import type { SearchGroup } from '../../found.ts'
import { resultMessages } from '../../messages/results.ts'
import type { GroupReply } from '../../schema.ts'
import { searchHref } from '#base/search-href.ts'
import { hidesNiqqud, isVisible, markStale, placeGroup, type ShownGroup } from '../../shown.ts'
import { fromReply } from './from-reply.ts'
import { keepHitFocus } from './hit-keys.ts'
import { resultCount, Results, type SearchState } from './results.tsx'

export type Reader = { locale: Locale; timeZone: string }

/** Set when the last search did not arrive, or not all of it: tries it again. */
export const failure = signal<{ retry: () => void; isPartial: boolean } | null>(null)

let running: AbortController | null = null
/** The groups that this script has rendered, and where. A page of the server replaces that element. */
let shown: readonly ShownGroup[] = []
let host: Element | null = null

/** Shows the results of a query, each group as it arrives. It cancels the search before it, whose results nobody waits for any more. */
export async function show(q: string, reader: Reader): Promise<void> {
  running?.abort()
  const own = new AbortController()
  running = own
  const streamed = hasResults(q) ? await showGroups(q, reader, own.signal) : 'page'
  const outcome = streamed === 'page' ? await showPage(q, own.signal) : streamed
  if (own.signal.aborted) return
  failure.value = outcome === 'done' ? null : { retry: () => void show(q, reader), isPartial: outcome === 'partial' }
}

/** The server's page explains what can be searched for, and what is wrong in a query. */
function hasResults(q: string): boolean {
  return q.trim() !== '' && parseQuery(q).kind === 'query'
}

type Outcome = 'done' | 'partial' | 'failed'

/**
 * `page`: the server refused, for instance a pattern that only it can check, or no group was searched, because the query asks for nothing (a
 * lone vowel point). The server's page says why.
 */
async function showGroups(q: string, reader: Reader, stop: AbortSignal): Promise<Outcome | 'page'> {
  const view = openView(q, reader, stop)
  try {
    for await (const { event, data } of getEvents<GroupReply>(`/api/search/stream?q=${encodeURIComponent(q)}`, stop)) {
      // An event that was read before the abort may still be yielded.
      if (stop.aborted) return 'failed'
      if (event === 'group') view.add(fromReply(data))
      if (event === 'done') return view.hasGroups() ? view.end() : 'page'
    }
  } catch (error) {
    if (error instanceof ServerProblem && !view.isDrawn()) return 'page'
  }
  return stop.aborted ? 'failed' : view.interrupt()
}

/** The first results are drawn at once, others together: on the same processor, every drawing delays the groups that are still to come. */
const DRAW_MS = 120

/** The results of one query in the page. */
function openView(q: string, { locale, timeZone }: Reader, stop: AbortSignal) {
  const isChoosing = watchChoice(stop)
  const now = new Date(deviceNow())
  const arrived: SearchGroup[] = []
  let groups = markStale(host?.isConnected ? shown : [])
  let isNiqqudHidden = false
  let timer: number | undefined
  let isDrawn = false
  const draw = (state: SearchState) => {
    for (const group of arrived.splice(0)) groups = placeGroup(groups, group, !isChoosing())
    // What is left is of groups that this query does not ask for, or that did not arrive.
    if (state !== 'searching') groups = groups.filter(({ isStale }) => !isStale)
    shown = groups
    isDrawn = true
    nameAddress(q, locale)
    keepHitFocus(() =>
      render(
        <TimeZoneContext.Provider value={timeZone}>
          <Results {...{ q, groups, state, now, locale }} hidesNiqqud={isNiqqudHidden} isLive />
        </TimeZoneContext.Provider>,
        openHost(state),
      ),
    )
  }
  const drawArrived = () => {
    timer = undefined
    // A group without results is nothing that somebody waits for.
    if (!arrived.some(isVisible)) return
    draw('searching')
    timer = window.setTimeout(drawArrived, DRAW_MS)
  }
  stop.addEventListener('abort', () => clearTimeout(timer))
  return {
    isDrawn: () => isDrawn,
    hasGroups: () => isDrawn || arrived.length > 0,
    add(group: SearchGroup): void {
      isNiqqudHidden ||= hidesNiqqud(group)
      arrived.push(group)
      if (timer === undefined) drawArrived()
    },
    end(): Outcome {
      clearTimeout(timer)
      draw('done')
      announce(resultCount(groups, locale))
      return 'done'
    },
    /** The groups that are missing are not said to be empty. */
    interrupt(): Outcome {
      clearTimeout(timer)
      if (!isDrawn && arrived.length === 0) return 'failed'
      draw('interrupted')
      return 'partial'
    },
  }
}

/** Where the results are. What the server rendered there is removed: it is not this script's to update. */
function openHost(state: SearchState): Element {
  if (!host?.isConnected) {
    host = document.getElementById('results')
    host?.replaceChildren()
  }
  if (!host) throw new Error('The page has no results')
  host.setAttribute('aria-busy', String(state === 'searching'))
  return host
}

/** One entry of the history for the whole search: Back leads to the page before it, and from a result to the last query. */
function nameAddress(q: string, locale: Locale): void {
  history.replaceState(null, '', searchHref(q))
  document.title = `${q} · ${resultMessages(locale).title} · Codeshelf`
  adoptPath(currentPath())
}

/** Whether the reader has pointed at the results or moved into them since: then nothing may move under their hand. */
function watchChoice(stop: AbortSignal): () => boolean {
  const isInResults = (target: EventTarget | null) => target instanceof Element && target.closest('#results') !== null
  let isChoosing = isInResults(document.activeElement)
  const onPointer = (event: PointerEvent) => {
    // A pointer that rests there chooses nothing; some browsers report it when the page below it changes.
    if (event.type === 'pointerdown' || event.movementX !== 0 || event.movementY !== 0)
      isChoosing ||= isInResults(event.target)
  }
  document.addEventListener('pointermove', onPointer, { signal: stop })
  document.addEventListener('pointerdown', onPointer, { signal: stop })
  document.addEventListener('focusin', ({ target }) => (isChoosing ||= isInResults(target)), { signal: stop })
  return () => isChoosing
}

async function showPage(q: string, stop: AbortSignal): Promise<Outcome> {
  const href = searchHref(q)
  const answer = await fetchPage(href, stop)
  if (stop.aborted || answer.outcome !== 'done') return 'failed'
  history.replaceState(null, '', href)
  keepHitFocus(() => replacePageParts(answer.page, ['save-view', 'results'], currentPath()))
  announce(document.getElementById('results-title')?.textContent ?? '')
  return 'done'
}
