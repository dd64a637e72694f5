import { effect } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { goTo } from '#browser/go.ts'
import { leftPlaces, whenPlacesLeft } from '#browser/outbox.ts'
import { toast } from '#browser/toast.ts'
import { leftMessages } from '../../messages/notes.ts'
import { type Status, statusOf } from '../../saving/entry.ts'
import type { Notebook } from './notebook.ts'
import { type NotesOf, openNotebook, pageOf, placeNotes } from './open-notebook.ts'

/** Everything that closed pages left, of files and boards other than the one in sight, which takes up its own. */
export async function sendLeft(locale: Locale): Promise<void> {
  await sendNow(locale)
  whenPlacesLeft(() => void sendNow(locale))
}

async function sendNow(locale: Locale): Promise<void> {
  const others = (await leftPlaces())
    .flatMap(placeNotes)
    .filter(({ id }) => !window.location.pathname.endsWith(`/${id}`))
  await Promise.all(others.map((notes) => sendNotes(locale, notes)))
}

async function sendNotes(locale: Locale, notes: NotesOf): Promise<void> {
  const book = openNotebook(notes)
  window.addEventListener('online', () => (book.state.value === 'failed' ? void book.load() : book.awaken()))
  await book.load()
  const stop = effect(() => {
    const outcome = outcomeOf(book)
    if (book.state.value !== 'ready' || outcome === 'saving' || outcome === 'offline') return
    // The effect that is being run has no handle yet.
    queueMicrotask(() => stop())
    tell(locale, notes, outcome)
  })
}

/** Of all of them: what is still on its way first, then what a person must see. */
function outcomeOf(book: Notebook): Status {
  const found = new Set(book.notes.value.map(({ entry }) => statusOf(entry.value)))
  const order: readonly Status[] = ['saving', 'offline', 'conflict', 'refused']
  return order.find((status) => found.has(status)) ?? 'saved'
}

function tell(locale: Locale, notes: NotesOf, outcome: Status): void {
  const t = leftMessages(locale)
  const action = { label: t.look, run: () => goTo(pageOf(notes)) }
  if (outcome === 'saved') toast({ text: t.sent, action })
  else toast({ text: t.waits, kind: 'error', action, seconds: 20 })
}
