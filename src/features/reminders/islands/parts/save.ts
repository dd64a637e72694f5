import type { Outcome } from '#browser/api.ts'
import { deviceNow } from '#browser/page-life.ts'
import { type ReminderAsk, reminderWasSet } from '#browser/remind.ts'
import { toast } from '#browser/toast.ts'
import { setMessages } from '../../messages/set.ts'
import { shortWhen } from '../../when-words.ts'
import { arm, disarm } from './api.ts'
import type { Choice } from './choice.ts'
import { changed, type Desk } from './desk.ts'

/** The box stays open when it was not saved: nothing that was typed is lost. */
export async function save(desk: Desk, ask: ReminderAsk, asked: Choice['asked'], leave: () => void): Promise<void> {
  const t = setMessages(desk.locale)
  const outcome = await arm(ask.noteId, asked, desk.zone)
  if (outcome.outcome !== 'done') return sayWhy(desk, outcome)
  leave()
  // The server's own moment, not what we thought it would be.
  const moment = new Date(outcome.data.remind_at)
  toast({ text: t.saved(shortWhen(moment, new Date(deviceNow()), desk.locale, desk.zone)) })
  reminderWasSet()
  await changed(desk)
}

export async function remove(desk: Desk, ask: ReminderAsk, leave: () => void): Promise<void> {
  const outcome = await disarm(ask.noteId)
  // 404: somebody removed it elsewhere, which is what was asked for.
  const isGone = outcome.outcome === 'refused' && outcome.refusal.status === 404
  if (outcome.outcome !== 'done' && !isGone) return sayWhy(desk, outcome)
  leave()
  toast({ text: setMessages(desk.locale).removed })
  await changed(desk)
}

function sayWhy({ locale }: Desk, outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>): void {
  const t = setMessages(locale)
  const text = outcome.outcome === 'offline' ? t.offline : outcome.refusal.message || t.failed
  toast({ text, kind: 'error' })
}
