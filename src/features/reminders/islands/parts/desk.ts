import { signal } from '@preact/signals'
import type { Outcome } from '#browser/api.ts'
import { bells } from '#browser/remind.ts'
import { deviceZone } from '#browser/device.ts'
import { deviceNow } from '#browser/page-life.ts'
import { toast } from '#browser/toast.ts'
import type { Locale } from '#base/messages.ts'
import type { Listed } from '../../listed.ts'
import { reminderMessages, type ReminderWords } from '../../messages/list.ts'
import { shortWhen } from '../../when-words.ts'
import * as api from './api.ts'
import { refresh } from './watch.ts'

/** What panel, page and the bells of notes share on one page. Null: not read yet. */
export const due = signal<readonly Listed[] | null>(null)
export const ahead = signal<readonly Listed[] | null>(null)
/** The last reading of the lists failed; what is shown is what was known. */
export const isUnread = signal(false)

export type Desk = { locale: Locale; t: ReminderWords; zone: string }

/** The zone of the settings, else that of this device. */
export function openDesk(locale: Locale, chosenZone: string | null): Desk {
  return { locale, t: reminderMessages(locale), zone: chosenZone ?? deviceZone() }
}

export async function loadLists(desk: Desk): Promise<void> {
  const [dueNow, aheadNow] = await Promise.all([api.readList('list'), api.readList('ahead')])
  isUnread.value = dueNow === null || aheadNow === null
  if (dueNow) due.value = dueNow
  if (aheadNow) ahead.value = aheadNow
  writeBells(desk)
}

/** On the notes of this page: when each of them will ring, or that it has. */
function writeBells({ locale, zone }: Desk): void {
  const now = new Date(deviceNow())
  const entry = (isDue: boolean) => (item: Listed) =>
    [item.noteId, { words: shortWhen(new Date(item.remindAt), now, locale, zone), isDue }] as const
  bells.value = new Map([...(ahead.value ?? []).map(entry(false)), ...(due.value ?? []).map(entry(true))])
}

/** After anything that this page did: the badge here and in other tabs, and the lists. */
export async function changed(desk: Desk): Promise<void> {
  await Promise.all([refresh(), loadLists(desk)])
}

const UNDO_SECONDS = 10

/** Done is done at once, everywhere; Undo opens this very reminder again. */
export async function finish(desk: Desk, item: Listed): Promise<void> {
  takeAway(item)
  const outcome = await api.ack(item)
  if (outcome.outcome === 'done') {
    const run = () => void takeBack(desk, item)
    toast({ text: desk.t.didDone, action: { label: desk.t.undo, run }, seconds: UNDO_SECONDS })
  } else sayWhy(desk, outcome)
  await changed(desk)
}

async function takeBack(desk: Desk, item: Listed): Promise<void> {
  const outcome = await api.reopen(item)
  if (outcome.outcome === 'done') toast({ text: desk.t.didReopened })
  else sayWhy(desk, outcome)
  await changed(desk)
}

/** One request, and never an acknowledgement beside it (S3). */
export async function putOff(desk: Desk, item: Listed, until: number | 'tomorrow'): Promise<void> {
  takeAway(item)
  const asked =
    until === 'tomorrow' ? api.arm(item.noteId, { preset: 'tomorrow-09' }, desk.zone) : api.snooze(item, until)
  const outcome = await asked
  if (outcome.outcome === 'done') {
    const when = shortWhen(new Date(outcome.data.remind_at), new Date(deviceNow()), desk.locale, desk.zone)
    toast({ text: desk.t.didSnoozedTo(when) })
  } else sayWhy(desk, outcome)
  await changed(desk)
}

export async function drop(desk: Desk, item: Listed): Promise<void> {
  takeAway(item)
  const outcome = await api.disarm(item.noteId)
  if (outcome.outcome === 'done') toast({ text: desk.t.didRemoved })
  else sayWhy(desk, outcome)
  await changed(desk)
}

/** At once; whatever the server then says is read again. */
function takeAway({ noteId }: Listed): void {
  const others = (items: readonly Listed[] | null) => items?.filter((item) => item.noteId !== noteId) ?? null
  due.value = others(due.value)
  ahead.value = others(ahead.value)
}

/** 404: armed anew or closed on another device. The row comes back as it stands now. */
function sayWhy({ t }: Desk, outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>): void {
  const isMoved = outcome.outcome === 'refused' && outcome.refusal.status === 404
  const words = outcome.outcome === 'refused' ? outcome.refusal.message : ''
  toast({ text: isMoved ? t.moved : words || t.notDone, kind: 'error', seconds: UNDO_SECONDS })
}
