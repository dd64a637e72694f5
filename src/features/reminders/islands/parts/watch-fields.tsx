import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { emitReminderSet, type ReminderRequest } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { armWatch, disarmWatch, watchStates } from '#browser/watch.ts'
import { Icon } from '#ui/icons.tsx'
import { setMessages } from '../../messages/set.ts'
import { changeOf, readWatch, type WatchRead } from './api.ts'
import { ChangeLines } from './change-lines.tsx'
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
  const press = async () => {
    isSending.value = true
    const isDone = state === 'on' ? await stop(desk, ask.noteId) : await start(desk, ask.noteId)
    isSending.value = false
    if (isDone) leave()
  }
  const words = state === 'on' ? t.unwatch : state === 'fired' ? desk.t.watchAgain : t.watch
  return (
    <div class="remind-watch">
      {state === 'on' && <p class="remind-now">{t.watched}</p>}
      {state === 'fired' && <p class="remind-now">{desk.t.changed}</p>}
      {state === 'fired' && reply.change && <ChangeLines locale={desk.locale} change={changeOf(reply.change)} />}
      <button
        class={`button ${state === 'on' ? 'button-quiet' : 'button-plain'}`}
        type="button"
        disabled={isSending.value}
        onClick={() => void press()}
      >
        <Icon name="eye" />
        {words}
      </button>
    </div>
  )
}

async function start(desk: Desk, noteId: string): Promise<boolean> {
  const outcome = await armWatch(noteId)
  if (outcome.outcome !== 'done') return showFailure(desk, outcome)
  toast({ text: desk.t.didWatch })
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
