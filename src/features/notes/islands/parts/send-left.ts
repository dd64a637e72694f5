import { effect } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { navigateTo } from '#browser/navigate.ts'
import { listAbandonedScopes, onScopeAbandoned } from '#browser/save-queue.ts'
import { toast } from '#browser/toast.ts'
import { leftMessages } from '../../messages/notes.ts'
import { type Status, statusOf } from '../../browser/saving/entry.ts'
import type { Notebook } from './notebook.ts'
import { type NotesOf, openNotebook, pageOf, notesOfScope } from './open-notebook.ts'

/** Sends the unsaved edits of closed pages, except those of the open file or board, which resumes its own. */
export async function sendLeft(locale: Locale): Promise<void> {
  await sendNow(locale)
  onScopeAbandoned(() => void sendNow(locale))
}

async function sendNow(locale: Locale): Promise<void> {
  const others = (await listAbandonedScopes())
    .flatMap(notesOfScope)
    .filter(({ id }) => !window.location.pathname.endsWith(`/${id}`))
  await Promise.all(others.map((notes) => sendNotes(locale, notes)))
}

async function sendNotes(locale: Locale, notes: NotesOf): Promise<void> {
  const book = openNotebook(notes)
  window.addEventListener('online', () => book.awaken())
  await book.load()
  const stop = effect(() => {
    const outcome = outcomeOf(book)
    if (book.state.value !== 'ready' || outcome === 'saving' || outcome === 'offline') return
    // `stop` is not assigned yet while the effect runs for the first time.
    queueMicrotask(() => stop())
    showOutcome(locale, notes, outcome)
  })
}

/** The most important status of all notes: unsaved first, then those that need the user. */
function outcomeOf(book: Notebook): Status {
  const found = new Set(book.notes.value.map(({ entry }) => statusOf(entry.value)))
  const order: readonly Status[] = ['saving', 'offline', 'conflict', 'refused']
  return order.find((status) => found.has(status)) ?? 'saved'
}

function showOutcome(locale: Locale, notes: NotesOf, outcome: Status): void {
  const t = leftMessages(locale)
  const action = { label: t.look, run: () => navigateTo(pageOf(notes)) }
  if (outcome === 'saved') toast({ text: t.sent, action })
  else toast({ text: t.waits, kind: 'error', action, seconds: 20 })
}
