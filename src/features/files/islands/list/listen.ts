import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { loadAtEnd } from '#browser/live-list/load-at-end.ts'
import { cameBack } from '#browser/live-list/position.ts'
import { liveMessages } from '../../messages/live.ts'
import { list, listPath, lookForNew, position, visit } from './pages.ts'
import { focusRow, rows, tickedIds } from './rows.ts'
import { bulkForm, clearSelection, clickTick, moveBy, showSelection, toggleCurrent } from './selection.ts'
import { loadActions, submitBulk } from './submit.ts'

/** Registers all event listeners of the list, on the document because the list element is replaced. Returns a function that removes them. */
export function listen(locale: Locale): () => void {
  const stop = new AbortController()
  const { signal } = stop
  list.start()
  document.addEventListener('click', (event) => onClick(event, locale), { signal })
  document.addEventListener('submit', (event) => onSubmit(event, locale), { signal })
  document.addEventListener('change', () => showSelection(locale), { signal })
  document.addEventListener('reset', (event) => onReset(event, locale), { signal })
  document.addEventListener('keydown', (event) => onKey(event, locale), { signal })
  // A pressed pointer may be on its way to an action. A failure is shown when the action starts.
  document.addEventListener('pointerdown', () => void loadActions().catch(() => null), { signal, once: true })
  listenToComings(locale, signal)
  const stopLoading = loadAtEnd('.files-body', '#results a[rel="next"]', (link) => void more(link.href, locale))
  const keys = shortcuts(locale)
  // The browser may have restored ticks of an earlier visit.
  showSelection(locale)
  return () => {
    stop.abort()
    stopLoading()
    for (const remove of keys) remove()
  }
}

function listenToComings(locale: Locale, signal: AbortSignal): void {
  window.addEventListener('popstate', () => void onPopState(), { signal })
  window.addEventListener('pagehide', () => position.save(), { signal })
  window.addEventListener('focus', () => void lookForNew(), { signal })
  document.addEventListener('visibilitychange', () => void lookForNew(), { signal })
  if (cameBack()) void comeBack(locale)
}

async function comeBack(locale: Locale): Promise<void> {
  await restore()
  showSelection(locale)
}

async function onPopState(): Promise<void> {
  // `popstate` also fires for `#content` and other fragments, where the list stays.
  if (listPath() === list.shownPath) return
  position.save()
  await restore(() => visit(listPath(), 'back'))
}

/** True while Back reloads the pages that were shown: loading another one meanwhile would mix two lists. */
let isRestoring = false

async function restore(before?: () => Promise<void>): Promise<void> {
  isRestoring = true
  try {
    await before?.()
    await position.restore()
  } finally {
    isRestoring = false
  }
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
  else void visit(link.href)
}

/** Appends the next page. When the link had the focus, its first row gets it, so that keyboard users read on there. */
async function more(href: string, locale: Locale): Promise<void> {
  if (isRestoring || list.isAppending) return
  const hadFocus = document.activeElement?.matches('#results a[rel="next"]') ?? false
  const answer = await list.append(href, () => void more(href, locale))
  if (answer.outcome !== 'done') return
  if (hadFocus) focusRow(answer.rows[0], { preventScroll: true })
  showCount(locale)
  announce(liveMessages(locale).moreLoaded(answer.rows.length))
  showSelection(locale)
}

/** A filtered list is not counted: it says how many rows are shown. */
function showCount(locale: Locale): void {
  const count = document.querySelector('#list-count[data-shown]')
  const t = liveMessages(locale)
  const hasMore = document.querySelector('#results a[rel="next"]') !== null
  if (count) count.textContent = hasMore ? t.shownMore(rows().length) : t.shown(rows().length)
}

function onReset(event: Event, locale: Locale): void {
  // The reset event fires before the boxes are cleared, so wait for the next task.
  if (event.target === bulkForm()) setTimeout(() => clearSelection(locale))
}

function onSubmit(event: SubmitEvent, locale: Locale): void {
  const form = bulkForm()
  if (!form || event.target !== form || !(event.submitter instanceof HTMLButtonElement)) return
  // Enter in a field presses the first button of the form, which is that of the tags.
  const own = document.activeElement?.closest('#move-menu')?.querySelector<HTMLButtonElement>('button[name="action"]')
  if (submitBulk(form, own ?? event.submitter, locale)) event.preventDefault()
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
