import { type Signal, signal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { askForReminder } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { COLOR_IDS } from '../../colors.ts'
import { noteMessages, type NoteWords } from '../../messages/notes.ts'
import type { Mode } from '../../note.ts'
import { shown } from '../../saving/entry.ts'
import type { Notebook } from './notebook.ts'

/** What the cards of one page share: the notes, and which of them is in hand. */
export type Desk = {
  book: Notebook
  locale: Locale
  t: NoteWords
  /** The key of the note that is looked at, and of the one that is written in. */
  selected: Signal<string | null>
  editing: Signal<string | null>
  /** Beside its place, free on the page, fixed to the window. */
  setMode: (key: string, mode: Mode) => void
}

export function openDesk(book: Notebook, locale: Locale): Desk {
  const setMode = (key: string, mode: Mode) => book.change(key, { mode })
  return { book, locale, t: noteMessages(locale), selected: signal(null), editing: signal(null), setMode }
}

export function startEditing({ selected, editing }: Desk, key: string): void {
  selected.value = key
  editing.value = key
}

/** Done writing. A new note that says nothing was never there. */
export function stopEditing({ book, selected, editing }: Desk, key: string): void {
  if (editing.value === key) editing.value = null
  const entry = book.find(key)?.entry.value
  if (!entry) return
  const { title, content } = shown(entry)
  const isNothing = entry.id === null && !entry.flight && title.trim() === '' && content.trim() === ''
  if (isNothing && selected.value === key) selected.value = null
  if (isNothing) book.remove(key)
  else book.finish(key)
}

const UNDO_SECONDS = 10

/** Undo instead of "are you sure?". */
export function removeNote({ book, t, selected, editing }: Desk, key: string): void {
  if (selected.value === key) selected.value = null
  if (editing.value === key) editing.value = null
  book.remove(key)
  toast({ text: t.removed, action: { label: t.undo, run: () => book.undoRemove(key) }, seconds: UNDO_SECONDS })
}

/** Back to what it said before; what was typed can be had again. */
export function cancelEditing(desk: Desk, key: string, before: { title: string; content: string }): void {
  const { book, t } = desk
  const entry = book.find(key)?.entry.value
  if (!entry) return
  const { title, content } = shown(entry)
  const isChanged = title !== before.title || content !== before.content
  if (isChanged) book.change(key, before)
  stopEditing(desk, key)
  if (!isChanged) return
  const run = () => {
    book.undoRemove(key)
    book.change(key, { title, content })
    startEditing(desk, key)
  }
  toast({ text: t.discarded, action: { label: t.bringBack, run }, seconds: UNDO_SECONDS })
}

export function minimise({ book }: Desk, key: string): void {
  const entry = book.find(key)?.entry.value
  if (entry) book.change(key, { isMinimized: !shown(entry).isMinimized })
}

export function nextColor({ book }: Desk, key: string): void {
  const entry = book.find(key)?.entry.value
  if (!entry) return
  const next = COLOR_IDS[(COLOR_IDS.indexOf(shown(entry).color) + 1) % COLOR_IDS.length]
  if (next) book.change(key, { color: next })
}

/** A note that the server does not have yet cannot remind. */
export function remindOf({ book }: Desk, key: string): void {
  const noteId = book.find(key)?.entry.value.id
  const anchor = document.querySelector<HTMLElement>(`[data-note="${key}"]`)
  if (noteId && anchor)
    askForReminder({ noteId, anchor: anchor.querySelector<HTMLElement>('.remind-button') ?? anchor })
}
