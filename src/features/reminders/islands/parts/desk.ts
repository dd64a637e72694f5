import { signal } from '@preact/signals'
import type { Outcome } from '#browser/api.ts'
import { bellLabels } from '#browser/remind.ts'
import { deviceZone } from '#browser/device.ts'
import { deviceNow } from '#browser/page-life.ts'
import { toast } from '#browser/toast.ts'
import { armWatch } from '#browser/watch.ts'
import type { Locale } from '#base/messages.ts'
import type { Listed } from '../../listed.ts'
import { reminderMessages, type ReminderWords } from '../../messages/list.ts'
import { shortWhen } from '../../when-words.ts'
import * as api from './api.ts'
import { refresh } from './watch.ts'

/** State shared by the panel, the page and the bells of notes. Null until loaded. */
export const due = signal<readonly Listed[] | null>(null)
export const ahead = signal<readonly Listed[] | null>(null)
/** The last load of the lists failed; the displayed lists may be stale. */
export const isUnread = signal(false)

export type Desk = { locale: Locale; t: ReminderWords; zone: string }

/** The time zone of the settings, otherwise that of the device. */
export function openDesk(locale: Locale, chosenZone: string | null): Desk {
  return { locale, t: reminderMessages(locale), zone: chosenZone ?? deviceZone() }
}

export async function loadLists(desk: Desk): Promise<void> {
  const [dueNow, aheadNow] = await Promise.all([api.readList('due'), api.readList('ahead')])
  isUnread.value = dueNow === null || aheadNow === null
  if (dueNow) due.value = dueNow
  if (aheadNow) ahead.value = aheadNow
  writeBells(desk)
}

/** Updates the bells of the notes on this page: the time of the reminder, or that it is due. */
function writeBells({ locale, zone }: Desk): void {
  const now = new Date(deviceNow())
  const entry = (isDue: boolean) => (item: Listed) =>
    [item.noteId, { words: shortWhen(new Date(item.remindAt), now, locale, zone), isDue }] as const
  bellLabels.value = new Map([...(ahead.value ?? []).map(entry(false)), ...(due.value ?? []).map(entry(true))])
}

/** Refreshes the badge, also in other tabs, and the lists, after a change made by this page. */
export async function changed(desk: Desk): Promise<void> {
  await Promise.all([refresh(), loadLists(desk)])
}

/** Acknowledges a reminder; the toast offers to reopen it. */
export async function acknowledge(desk: Desk, item: Listed): Promise<void> {
  takeAway(item)
  const outcome = await api.ack(item)
  if (outcome.outcome !== 'done') showError(desk, outcome)
  else if (!item.series) showDone(desk, item, desk.t.didDone)
  await changed(desk)
  // Of one that repeats the toast names the next time, which only the server knows.
  if (outcome.outcome === 'done' && item.series) showDone(desk, item, nextWords(desk, item))
}

function showDone(desk: Desk, item: Listed, text: string): void {
  const run = () => void reopen(desk, item)
  toast({ text, action: { label: desk.t.undo, run, isUndo: true } })
}

/** Only the soonest reminders are listed; the time of a later one is not named. */
function nextWords({ t, locale, zone }: Desk, { noteId }: Listed): string {
  const next = ahead.value?.find((each) => each.noteId === noteId)
  return next ? t.didDoneNext(shortWhen(new Date(next.remindAt), new Date(deviceNow()), locale, zone)) : t.didDone
}

async function reopen(desk: Desk, item: Listed): Promise<void> {
  const outcome = await api.reopen(item)
  if (outcome.outcome === 'done') toast({ text: desk.t.didReopened })
  else showError(desk, outcome)
  await changed(desk)
}

/** Snoozes with one request, never together with an acknowledgement (S3). */
export async function snooze(desk: Desk, item: Listed, until: number | 'tomorrow'): Promise<void> {
  takeAway(item)
  const time = until === 'tomorrow' ? { preset: 'tomorrow-09' as const, tz: desk.zone } : { minutes: until }
  const outcome = await api.snooze(item, time)
  if (outcome.outcome === 'done') {
    const when = shortWhen(new Date(outcome.data.remind_at), new Date(deviceNow()), desk.locale, desk.zone)
    toast({ text: desk.t.didSnoozedTo(when) })
  } else showError(desk, outcome)
  await changed(desk)
}

export async function drop(desk: Desk, item: Listed): Promise<void> {
  takeAway(item)
  const outcome = await api.disarm(item.noteId)
  if (outcome.outcome === 'done') showRemoved(desk, item)
  else showError(desk, outcome)
  await changed(desk)
}

/** Says that the reminder is gone, and offers to bring it back as it was. */
export function showRemoved(desk: Desk, item: Pick<Listed, 'noteId' | 'remindAt' | 'series'>): void {
  const run = async () => {
    const outcome = await api.restore(item)
    if (outcome.outcome === 'done') toast({ text: desk.t.didReopened })
    else showError(desk, outcome)
    await changed(desk)
  }
  toast({ text: desk.t.didRemoved, action: { label: desk.t.undo, run: () => void run(), isUndo: true } })
}

/** Ends the rule in one press; the current occurrence stays in its list. */
export async function stopRepeat(desk: Desk, item: Listed): Promise<void> {
  const outcome = await api.stopRepeat(item.noteId)
  if (outcome.outcome === 'done') toast({ text: desk.t.didStopped })
  else showError(desk, outcome)
  await changed(desk)
}

/** The server also acknowledges the reminder of the change. */
export async function watchAgain(desk: Desk, item: Listed): Promise<void> {
  takeAway(item)
  const outcome = await armWatch(item.noteId)
  if (outcome.outcome === 'done') toast({ text: desk.t.didWatch })
  else showError(desk, outcome)
  await changed(desk)
}

/** Removes the row at once; the next load brings it back if the request failed. */
function takeAway({ noteId }: Listed): void {
  const others = (items: readonly Listed[] | null) => items?.filter((item) => item.noteId !== noteId) ?? null
  due.value = others(due.value)
  ahead.value = others(ahead.value)
}

/** 404: set again or acknowledged on another device. The next load shows the current row. */
function showError({ t }: Desk, outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>): void {
  const isMoved = outcome.outcome === 'refused' && outcome.refusal.status === 404
  const words = outcome.outcome === 'refused' ? outcome.refusal.message : ''
  toast({ text: isMoved ? t.moved : words || t.notDone, kind: 'error' })
}
