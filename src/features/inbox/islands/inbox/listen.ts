import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { currentPath } from '#browser/navigate.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { loadAtEnd } from '#browser/live-list/load-at-end.ts'
import { cameBack } from '#browser/live-list/position.ts'
import type { InboxQuery } from '../../address.ts'
import { bulkMessages } from '../../messages/bulk.ts'
import { liveInboxMessages } from '../../messages/live.ts'
import { acknowledge, attach, finish, snooze, tick } from './acts.ts'
import { bulkForm, clearTicks, clickTick, showTicks, submitBulk, tickCurrent } from './bulk.ts'
import { appendPage, list, nextLink, position, queryOfUrl, startList } from './list.ts'
import { currentRow, firstInView, focusRow, rows } from './rows.ts'
import { showTimesOfDevice } from './times.ts'

/** Pages of a search in states are loaded by hand. */
const AUTO_LINK = '#results a[rel="next"][data-auto]'

/** Registers all event listeners of the list, on the document because its elements are replaced. Returns a function that removes them. */
export function listen(locale: Locale, queryChanged: (query: InboxQuery) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  startList(() => {
    showTimesOfDevice(locale)
    showTicks(locale)
  })
  document.addEventListener('click', (event) => onClick(event, locale), { signal })
  document.addEventListener('click', ({ target }) => closeSources(target), { signal })
  document.addEventListener('change', (event) => onChange(event, locale), { signal })
  document.addEventListener('submit', (event) => onSubmit(event, locale), { signal })
  document.addEventListener('keydown', onArrow, { signal })
  document.addEventListener('keydown', (event) => onEscape(event, locale), { signal })
  document.addEventListener('reset', ({ target }) => target === bulkForm() && setTimeout(() => clearTicks(locale)), {
    signal,
  })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeSources(null), { signal })
  window.addEventListener('pagehide', () => position.save(), { signal })
  window.addEventListener('popstate', () => void onPopState(queryChanged), { signal })
  const keys = shortcuts(locale)
  showTimesOfDevice(locale)
  // The browser may have restored ticks of an earlier visit.
  showTicks(locale)
  let stopLoading: () => void = () => undefined
  const loadFromHere = () => {
    // Not before the earlier pages are back: scrolling must not append a page between them.
    if (!signal.aborted) stopLoading = loadAtEnd('.inbox', AUTO_LINK, () => void more(locale, false))
  }
  void (cameBack() ? position.restore() : Promise.resolve()).then(loadFromHere)
  return () => {
    stop.abort()
    stopLoading()
    for (const remove of keys) remove()
  }
}

/** By hand the first new note gets the focus, so that keyboard users read on there; by scrolling it stays where it is. */
async function more(locale: Locale, isAsked: boolean): Promise<void> {
  const t = liveInboxMessages(locale)
  const link = nextLink()
  const added = link && (await appendPage(link.href))
  if (!added) return
  const isComputed = ['changed', 'lost'].includes(queryOfUrl().show)
  const title = document.getElementById('results-title')
  if (isComputed && title) title.textContent = t.found(rows().length)
  if (isAsked) focusRow(added[0] ?? rows().at(-1))
  announce(t.moreLoaded(added.length))
}

async function onPopState(queryChanged: (query: InboxQuery) => void): Promise<void> {
  // `popstate` also fires for fragments, where the list stays.
  if (currentPath() === list.shownPath) return
  position.save()
  queryChanged(queryOfUrl())
  await list.visit(currentPath(), 'back')
  await position.restore()
}

function onClick(event: MouseEvent, locale: Locale): void {
  const box =
    event.target instanceof Element && event.target.closest<HTMLInputElement>('.note-tick, .note-bulk [data-all]')
  if (box) return clickTick(box, event.shiftKey, locale)
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('.inbox a[href]')
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || event.defaultPrevented || link.pathname !== '/notes' || link.target !== '') return
  event.preventDefault()
  if (link.rel === 'next') return void more(locale, true)
  position.save()
  void list.visit(link.pathname + link.search, 'push')
}

/** Closes the list of files, boards and repositories, unless the target is in it. */
function closeSources(target: EventTarget | null): void {
  const open = document.querySelector<HTMLDetailsElement>('.inbox-where[open]')
  if (!open || (target instanceof Node && open.contains(target))) return
  const hadFocus = open.contains(document.activeElement)
  open.open = false
  if (hadFocus) open.querySelector('summary')?.focus()
}

function onChange(event: Event, locale: Locale): void {
  const { target } = event
  if (target instanceof HTMLInputElement && target.matches('.inbox-note input[name="task"]')) tick(target, locale)
}

function onSubmit(event: SubmitEvent, locale: Locale): void {
  const { target } = event
  const form = bulkForm()
  if (form && target === form && event.submitter instanceof HTMLButtonElement) {
    event.preventDefault()
    return submitBulk(form, event.submitter, locale)
  }
  const row = target instanceof HTMLFormElement ? target.closest<HTMLElement>('.inbox-note') : null
  if (!row || !(target instanceof HTMLFormElement)) return
  event.preventDefault()
  if (target.dataset['act'] === 'done') acknowledge(row, locale)
  if (target.dataset['act'] === 'snooze') snooze(row, locale)
}

/** Not while a menu or a dialog is open above the list, or in a field. */
function onEscape(event: KeyboardEvent, locale: Locale): void {
  if (event.key !== 'Escape' || document.querySelector(':popover-open, dialog[open], .inbox-where[open]')) return
  const isTyping = event.target instanceof HTMLInputElement && !event.target.matches('.note-tick')
  if (!isTyping) clearTicks(locale)
}

/** Arrows walk from note to note only when a note has the focus; elsewhere they scroll. */
function onArrow(event: KeyboardEvent): void {
  const isOnNote = event.target instanceof Element && event.target.matches('.inbox-open')
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (!isOnNote || hasModifier || event.defaultPrevented) return
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  moveBy(event.key === 'ArrowDown' ? 1 : -1)
}

function walkTo(row: HTMLElement): void {
  focusRow(row, { preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

function moveBy(step: 1 | -1): void {
  const all = rows()
  const current = currentRow()
  const target = current ? all[all.indexOf(current) + step] : firstInView()
  if (target) return walkTo(target)
  if (!current || step === -1) return
  // The next page is appended to the list; its first note is then the next one.
  const link = nextLink()
  if (link) void appendPage(link.href).then((added) => added?.[0] && walkTo(added[0]))
}

function shortcuts(locale: Locale): (() => void)[] {
  const t = liveInboxMessages(locale)
  const onCurrent = (run: (row: HTMLElement, locale: Locale) => void) => () => {
    const row = currentRow()
    if (row) run(row, locale)
  }
  return [
    addShortcut({ keys: 'KeyJ', label: t.keyNext, run: () => moveBy(1) }),
    addShortcut({ keys: 'KeyK', label: t.keyPrevious, run: () => moveBy(-1) }),
    addShortcut({ keys: 'KeyX', label: t.keyDone, run: onCurrent(finish) }),
    addShortcut({ keys: 'Shift+KeyX', label: bulkMessages(locale).keySelect, run: () => tickCurrent(locale) }),
    addShortcut({ keys: 'KeyD', label: t.keyDone, run: onCurrent(finish) }),
    addShortcut({ keys: 'KeyS', label: t.keySnooze, run: onCurrent(snooze) }),
    addShortcut({ keys: 'KeyR', label: t.keyAttach, run: onCurrent(attach) }),
  ]
}
