import type { Locale } from '#base/messages.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { liveMessages } from '../../messages/live.ts'
import { submitBulk } from './actions.ts'
import { announce, failure } from './here.ts'
import { appendPage, listPath, lookForNew } from './pages.ts'
import { cameBack, restorePosition, savePosition } from './scroll-position.ts'
import { focusRow, tickedIds } from './rows.ts'
import { bulkForm, clearSelection, clickTick, moveBy, showSelection, toggleCurrent } from './selection.ts'
import { rememberShown, shownPath, visit } from './visit.ts'

/** Registers all event listeners of the list, on the document because the list element is replaced. Returns a function that removes them. */
export function listen(locale: Locale): () => void {
  const stop = new AbortController()
  const { signal } = stop
  rememberShown()
  document.addEventListener('click', (event) => onClick(event, locale), { signal })
  document.addEventListener('submit', (event) => onSubmit(event, locale), { signal })
  document.addEventListener('change', () => showSelection(locale), { signal })
  document.addEventListener('reset', (event) => onReset(event, locale), { signal })
  document.addEventListener('keydown', (event) => onKey(event, locale), { signal })
  listenToComings(locale, signal)
  const keys = shortcuts(locale)
  // The browser may have restored ticks of an earlier visit.
  showSelection(locale)
  return () => {
    stop.abort()
    for (const remove of keys) remove()
  }
}

function listenToComings(locale: Locale, signal: AbortSignal): void {
  window.addEventListener('popstate', () => void onPopState(locale), { signal })
  window.addEventListener('pagehide', () => savePosition(shownPath()), { signal })
  window.addEventListener('focus', () => void lookForNew(), { signal })
  document.addEventListener('visibilitychange', () => void lookForNew(), { signal })
  if (cameBack()) void comeBack(locale)
}

async function comeBack(locale: Locale): Promise<void> {
  await restorePosition()
  showSelection(locale)
}

async function onPopState(locale: Locale): Promise<void> {
  // `popstate` also fires for `#content` and other fragments, where the list stays.
  if (listPath() === shownPath()) return
  savePosition(shownPath())
  await visit(listPath(), locale, 'back')
  await restorePosition()
}

function onClick(event: MouseEvent, locale: Locale): void {
  if (!(event.target instanceof Element)) return
  const box = event.target.closest<HTMLInputElement>('.file-tick input')
  if (box) {
    clickTick(box, event.shiftKey)
    showSelection(locale)
    return
  }
  const link = event.target.closest<HTMLAnchorElement>('#content a[href^="/files"]')
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || event.defaultPrevented || link.pathname !== '/files') return
  event.preventDefault()
  if (link.rel === 'next') void more(link.href, locale)
  else void visit(link.href, locale)
}

/** Appends the next page and focuses its first row, so that keyboard users read on there. */
async function more(href: string, locale: Locale): Promise<void> {
  const t = liveMessages(locale)
  const answer = await appendPage(href)
  if (answer.outcome !== 'done') {
    const requestId = answer.outcome === 'refused' ? answer.requestId : ''
    failure.value = { text: t.failedMore, requestId, retry: () => void more(href, locale) }
    return
  }
  failure.value = null
  focusRow(answer.rows[0], { preventScroll: true })
  announce(t.moreLoaded(answer.rows.length))
  showSelection(locale)
}

function onReset(event: Event, locale: Locale): void {
  // The reset event fires before the boxes are cleared, so wait for the next task.
  if (event.target === bulkForm()) setTimeout(() => clearSelection(locale))
}

function onSubmit(event: SubmitEvent, locale: Locale): void {
  const form = bulkForm()
  if (!form || event.target !== form || !(event.submitter instanceof HTMLButtonElement)) return
  if (submitBulk(form, event.submitter, locale)) event.preventDefault()
}

/** Ignores Escape while a popover or dialog is open above the list. */
function onKey(event: KeyboardEvent, locale: Locale): void {
  if (event.key !== 'Escape') return
  const isOnTick = event.target instanceof Element && event.target.matches('.file-tick input')
  const isBusy = document.querySelector(':popover-open, dialog[open]') !== null
  const isTyping = event.target instanceof HTMLInputElement && !isOnTick
  if (!isBusy && !isTyping && tickedIds().length > 0) clearSelection(locale)
}

function shortcuts(locale: Locale): (() => void)[] {
  const t = liveMessages(locale)
  return [
    addShortcut({ keys: 'Slash', label: t.keySearch, run: () => document.getElementById('filter-text')?.focus() }),
    addShortcut({ keys: 'KeyJ', label: t.keyNext, run: () => moveBy(1) }),
    addShortcut({ keys: 'KeyK', label: t.keyPrevious, run: () => moveBy(-1) }),
    addShortcut({ keys: 'KeyX', label: t.keySelect, run: () => toggleCurrent(locale) }),
  ]
}
