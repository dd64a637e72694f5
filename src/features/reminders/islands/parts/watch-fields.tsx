import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatSymbol } from '#base/symbol.ts'
import { emitReminderSet, type ReminderRequest } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { armWatch, disarmWatch, type WatchState, watchStates } from '#browser/watch.ts'
import { Icon } from '#ui/icons.tsx'
import { setMessages } from '../../messages/set.ts'
import { changeOf, readWatch, type WatchRead } from './api.ts'
import type { WatchOf } from '../../watch.ts'
import { ChangeLines, changedWords } from './change-lines.tsx'
import { changed, type Desk } from './desk.ts'

type Props = { desk: Desk; ask: ReminderRequest; leave: () => void }

/** Beside the times: a reminder that comes when the code of the note changes. Nothing for a note without lines. */
export function WatchFields({ desk, ask, leave }: Props) {
  const t = setMessages(desk.locale)
  const stored = useSignal<WatchRead | null>(null)
  const isSending = useSignal(false)
  useEffect(() => {
    void readWatch(ask.noteId).then((outcome) => {
      if (outcome.outcome === 'done') stored.value = outcome.data
    })
  }, [])
  const reply = stored.value
  if (!reply?.can_watch) return null
  const state = watchStates.value.get(ask.noteId) ?? reply.watch?.state
  const run = async (act: () => Promise<boolean>) => {
    isSending.value = true
    const isDone = await act()
    isSending.value = false
    if (isDone) leave()
  }
  const watched = reply.watch?.symbol ?? null
  return (
    <div class="remind-watch stack gap-2 rule-above above-3">
      {state === 'on' && (
        <p class="remind-now meta below-2">{watched ? t.watchedSymbol(formatSymbol(watched)) : t.watched}</p>
      )}
      {state === 'fired' && <p class="remind-now meta below-2">{changedWords(desk.t, { symbol: watched })}</p>}
      {state === 'fired' && reply.change && <ChangeLines locale={desk.locale} change={changeOf(reply.change)} />}
      {choicesOf(desk, ask.noteId, state, reply).map(({ label, isQuiet, act }) => (
        <button
          key={label}
          class={`button ${isQuiet ? 'button-quiet' : 'button-plain'}`}
          type="button"
          disabled={isSending.value}
          onClick={() => void run(act)}
        >
          <Icon name="eye" />
          {label}
        </button>
      ))}
    </div>
  )
}

type WatchChoice = { label: string; isQuiet?: true; act: () => Promise<boolean> }

/** The lines and, where there is one, the function or type around them; of a watch that is on, its end and the other of the two. */
function choicesOf(
  desk: Desk,
  id: string,
  state: WatchState | undefined,
  { watch, enclosing }: WatchRead,
): WatchChoice[] {
  const t = setMessages(desk.locale)
  const again: WatchChoice = { label: desk.t.watchAgain, act: () => start(desk, id) }
  const end: WatchChoice = { label: t.unwatch, isQuiet: true, act: () => stop(desk, id) }
  const lines = { label: enclosing ? t.watchLines : t.watch, act: () => start(desk, id, 'lines') }
  const symbol = enclosing && { label: t.watchSymbol(formatSymbol(enclosing)), act: () => start(desk, id, 'symbol') }
  // A symbol that is gone cannot be watched again; the lines may still be there.
  if (state === 'fired') return [again, ...(watch?.symbol ? [lines] : [])]
  if (state === 'on') return [end, ...(watch?.symbol ? [lines] : symbol ? [symbol] : [])]
  return [lines, ...(symbol ? [symbol] : [])]
}

async function start(desk: Desk, noteId: string, of?: WatchOf): Promise<boolean> {
  const outcome = await armWatch(noteId, of)
  if (outcome.outcome !== 'done') return showFailure(desk, outcome)
  const { symbol } = outcome.data.watch
  toast({ text: symbol ? desk.t.didWatchSymbol(formatSymbol(symbol)) : desk.t.didWatch })
  emitReminderSet()
  void changed(desk)
  return true
}

async function stop(desk: Desk, noteId: string): Promise<boolean> {
  const outcome = await disarmWatch(noteId)
  if (outcome.outcome !== 'done') return showFailure(desk, outcome)
  toast({ text: desk.t.didUnwatch })
  void changed(desk)
  return true
}

function showFailure(
  desk: Desk,
  outcome: { outcome: 'offline' } | { outcome: 'refused'; refusal: { message: string } },
) {
  const t = setMessages(desk.locale)
  const text = outcome.outcome === 'offline' ? t.offline : outcome.refusal.message || t.failed
  toast({ text, kind: 'error' })
  return false
}
