import type { Outcome } from '#browser/api.ts'
import { deviceNow } from '#browser/page-life.ts'
import { type ReminderRequest, emitReminderSet } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { setMessages } from '../../messages/set.ts'
import { shortWhen } from '../../when-words.ts'
import { arm, disarm, type ReadReply, snooze, stopRepeat } from './api.ts'
import type { Choice } from './choice.ts'
import { changed, type Desk, showRemoved } from './desk.ts'

/** The box stays open on failure, so that the typed text is not lost. */
export async function save(desk: Desk, ask: ReminderRequest, asked: Choice['asked'], leave: () => void): Promise<void> {
  const t = setMessages(desk.locale)
  const { noteId, snoozes: remindAt } = ask
  const outcome =
    remindAt === undefined
      ? await arm(noteId, asked, desk.zone)
      : await snooze({ noteId, remindAt }, { ...asked, tz: desk.zone })
  if (outcome.outcome !== 'done') return showError(desk, outcome)
  leave()
  // Show the time that the server computed, not the local estimate.
  const moment = new Date(outcome.data.remind_at)
  const when = shortWhen(moment, new Date(deviceNow()), desk.locale, desk.zone)
  toast({ text: remindAt === undefined ? t.saved(when) : desk.t.didSnoozedTo(when) })
  emitReminderSet()
  await changed(desk)
}

/** `reminder`: the one that the box shows, for Undo. */
export async function remove(
  desk: Desk,
  { noteId }: ReminderRequest,
  reminder: NonNullable<ReadReply['reminder']>,
  leave: () => void,
): Promise<void> {
  const outcome = await disarm(noteId)
  // 404: another device already removed it.
  const isGone = outcome.outcome === 'refused' && outcome.refusal.status === 404
  if (outcome.outcome !== 'done' && !isGone) return showError(desk, outcome)
  leave()
  const { remind_at: remindAt, repeat: series, status } = reminder
  // An acknowledged reminder is not set any more, so there is nothing to bring back.
  if (isGone || status === 'acknowledged') toast({ text: setMessages(desk.locale).removed })
  else showRemoved(desk, { noteId, remindAt, series })
  await changed(desk)
}

/** The current occurrence stays, and is the last one. */
export async function stop(desk: Desk, ask: ReminderRequest, leave: () => void): Promise<void> {
  const outcome = await stopRepeat(ask.noteId)
  if (outcome.outcome !== 'done') return showError(desk, outcome)
  leave()
  toast({ text: desk.t.didStopped })
  await changed(desk)
}

function showError({ locale }: Desk, outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>): void {
  const t = setMessages(locale)
  const text = outcome.outcome === 'offline' ? t.offline : outcome.refusal.message || t.failed
  toast({ text, kind: 'error' })
}
