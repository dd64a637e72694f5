import { effect } from '@preact/signals'
import { formatSymbol } from '#base/symbol.ts'
import type { Outcome } from '#browser/api.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { emitReminderSet } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { armWatch, disarmWatch, watchStates } from '#browser/watch.ts'
import { Icon } from '#ui/icons.tsx'
import { menuId } from '../parts/note-menu.tsx'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import { newOnLines } from './create.ts'
import type { MarginDesk } from './margin-desk.ts'

/** In the menu of a note on lines: reminds when the code changes. */
export function WatchItem({ desk, noted }: { desk: MarginDesk; noted: Noted }) {
  const { words } = desk
  const { id } = noted.entry.value
  if (id === null || fieldsOf(noted).lineStart === null) return null
  const state = watchStates.value.get(id)
  const label = state === 'on' ? words.unwatch : state === 'fired' ? words.watchAgain : words.watch
  return (
    <button
      type="button"
      popovertarget={menuId(noted)}
      popovertargetaction="hide"
      onClick={() => void (state === 'on' ? stop(desk, id) : start(desk, id))}
    >
      <Icon name="eye" />
      {label}
    </button>
  )
}

/** Watches the lines; the toast offers the function or type around them. */
async function start(desk: MarginDesk, id: string, of?: 'symbol'): Promise<void> {
  const { words } = desk
  const outcome = await armWatch(id, of)
  if (!isDone(outcome, words.watchFailed)) return
  const { watch, enclosing } = outcome.data
  const offer = !watch.symbol && enclosing && formatSymbol(enclosing)
  toast({
    text: watch.symbol ? words.watchingSymbol(formatSymbol(watch.symbol)) : words.watching,
    ...(offer && { action: { label: words.watchSymbol(offer), run: () => void start(desk, id, 'symbol') } }),
  })
  emitReminderSet()
}

async function stop({ words }: MarginDesk, id: string): Promise<void> {
  if (isDone(await disarmWatch(id), words.watchFailed)) toast({ text: words.unwatched })
}

function isDone<T>(outcome: Outcome<T>, failed: string): outcome is Extract<Outcome<T>, { outcome: 'done' }> {
  if (outcome.outcome === 'done') return true
  toast({ text: (outcome.outcome === 'refused' && outcome.refusal.message) || failed, kind: 'error' })
  return false
}

/** Makes a note on the lines and, once it is stored, watches them. */
export function createWatch(desk: MarginDesk, lines: Lines): void {
  const { book } = desk
  const { key, entry } = newOnLines(desk, lines, desk.words.watchText)
  desk.selected.value = key
  book.finish(key)
  const end = effect(() => {
    const { id } = entry.value
    if (id !== null) queueMicrotask(() => stopAndStart(id))
  })
  const stopAndStart = (id: string) => {
    end()
    void start(desk, id)
  }
}
