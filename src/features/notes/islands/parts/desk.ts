import { type Signal, signal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import type { NoteDraft } from '#browser/note-draft.ts'
import { requestReminder } from '#browser/remind.ts'
import { truncateChars } from '#base/text.ts'
import { toast } from '#browser/toast.ts'
import { COLOR_IDS } from '../../color-ids.ts'
import { noteMessages, type NoteWords } from '../../messages/notes.ts'
import type { Mode } from '../../note.ts'
import { nameOf } from '../../note-name.ts'
import { type NoteText, noteTextOf, isSameText } from '../../browser/saving/fields.ts'
import type { Notebook } from './notebook.ts'
import { fieldsOf } from './noted.ts'

/** The text of a note when editing began. `isNew`: the note was not stored yet. */
type Before = { key: string; isNew: boolean; text: NoteText }

/** State shared by the cards of one page: the notes, the selection and the note being edited. */
export type Desk = {
  book: Notebook
  locale: Locale
  t: NoteWords
  /** The keys of the selected note and of the note being edited. */
  selected: Signal<string | null>
  editing: Signal<string | null>
  before: Signal<Before | null>
  /** The text box that replaces the editor of a new note until the editor is rendered. */
  draft: Signal<{ key: string; draft: NoteDraft } | null>
  /** Anchored beside its lines, free on the page, or fixed to the window. */
  setMode: (key: string, mode: Mode) => void
  /** Deletes notes and returns a function that restores them. */
  remove: (keys: readonly string[]) => () => void
}

export function openDesk(book: Notebook, locale: Locale): Desk {
  const remove = (keys: readonly string[]) => {
    for (const key of keys) book.remove(key)
    return () => keys.forEach((key) => book.undoRemove(key))
  }
  return {
    book,
    locale,
    t: noteMessages(locale),
    selected: signal(null),
    editing: signal(null),
    before: signal(null),
    draft: signal(null),
    setMode: (key, mode) => book.change(key, { mode }),
    remove,
  }
}

export function startEditing({ book, selected, editing, before }: Desk, key: string): void {
  const noted = book.find(key)
  if (noted && editing.value !== key)
    before.value = { key, isNew: noted.entry.value.id === null, text: noteTextOf(fieldsOf(noted)) }
  selected.value = key
  editing.value = key
}

/** Ends editing. A new note without text is discarded. */
export function stopEditing(desk: Desk, key: string): void {
  const { book, selected, editing } = desk
  if (editing.value === key) editing.value = null
  const fields = book.fieldsOf(key)
  if (!fields) return
  if (!isBlankNew(desk, key) || !isBlank(fields)) return book.finish(key)
  if (selected.value === key) selected.value = null
  book.discard(key)
}

function isBlankNew({ before }: Desk, key: string): boolean {
  return before.value?.key === key && before.value.isNew && isBlank(before.value.text)
}

function isBlank({ title, content }: NoteText): boolean {
  return title.trim() === '' && content.trim() === ''
}

const TOAST_NAME_CHARS = 40

function shortName({ book, t }: Desk, key: string): string {
  const { title, content } = book.fieldsOf(key) ?? { title: '', content: '' }
  return truncateChars(nameOf(title, content), TOAST_NAME_CHARS) || t.emptyNote
}

/** Undo instead of "are you sure?". */
export function removeNote(desk: Desk, key: string): void {
  const { t, selected, editing, remove } = desk
  const name = shortName(desk, key)
  if (selected.value === key) selected.value = null
  if (editing.value === key) editing.value = null
  toast({ text: t.removed(name), action: { label: t.undo, run: remove([key]), isUndo: true } })
}

/** The text before and after editing; null when it did not change. */
function changeOf({ book, before }: Desk, key: string): { text: NoteText; before: Before } | null {
  const fields = book.fieldsOf(key)
  if (!fields || before.value?.key !== key) return null
  const text = noteTextOf(fields)
  return isSameText(text, before.value.text) ? null : { text, before: before.value }
}

/** Of the toasts after editing only the newest stays: they would cover the notes that are written next. */
const LEFT = 'note-left'

/** Escape keeps the edited text and shows a toast with an undo. */
export function leaveEditing(desk: Desk, key: string): void {
  const { book, t } = desk
  const change = changeOf(desk, key)
  stopEditing(desk, key)
  if (!change) return
  const undo = () => {
    book.change(key, change.before.text)
    book.finish(key)
  }
  const action = change.before.isNew
    ? { label: t.remove, run: () => removeNote(desk, key) }
    : { label: t.undoChanges, run: undo }
  toast({ text: t.kept(shortName(desk, key)), action, topic: LEFT })
}

/** Cancel restores the text from before editing and shows a toast that brings the edited text back. */
export function cancelEditing(desk: Desk, key: string): void {
  const { book, t, selected, editing } = desk
  const change = changeOf(desk, key)
  if (!change) return stopEditing(desk, key)
  if (isBlankNew(desk, key)) {
    editing.value = null
    selected.value = null
    book.discard(key)
  } else {
    book.change(key, change.before.text)
    stopEditing(desk, key)
  }
  const run = () => {
    book.undoRemove(key)
    book.change(key, change.text)
    startEditing(desk, key)
  }
  toast({ text: t.discarded, action: { label: t.bringBack, run }, topic: LEFT })
}

export function minimise({ book }: Desk, key: string): void {
  const fields = book.fieldsOf(key)
  if (fields) book.change(key, { isMinimized: !fields.isMinimized })
}

export function nextColor({ book }: Desk, key: string): void {
  const fields = book.fieldsOf(key)
  if (!fields) return
  const next = COLOR_IDS[(COLOR_IDS.indexOf(fields.color) + 1) % COLOR_IDS.length]
  if (next) book.change(key, { color: next })
}

/** A note that is not stored yet cannot have a reminder. */
export function remindOf({ book }: Desk, key: string): void {
  const noteId = book.find(key)?.entry.value.id
  const anchor = document.querySelector<HTMLElement>(`[data-note="${key}"]`)
  if (noteId && anchor)
    requestReminder({ noteId, anchor: anchor.querySelector<HTMLElement>('.remind-button') ?? anchor })
}
