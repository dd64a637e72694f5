import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { call, type Outcome } from '#browser/api.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { navigateTo } from '#browser/navigate.ts'
import { idOf } from '#browser/live-list/rows.ts'
import { deviceNow } from '#browser/page-life.ts'
import { toast } from '#browser/toast.ts'
import * as reminders from '#features/reminders/islands/parts/api.ts'
import { refresh as refreshBadge } from '#features/reminders/islands/parts/watch.ts'
import { reminderMessages } from '#features/reminders/messages/list.ts'
import { shortWhen } from '#features/reminders/when-words.ts'
import { parseId } from '#base/ids.ts'
import { inboxHref, NO_FILTER } from '../../address.ts'
import { liveInboxMessages } from '../../messages/live.ts'
import { list, queryOfUrl } from './list.ts'
import { currentRow, focusRow, rowOf, rowsOf } from './rows.ts'
import { showTimesOfDevice, shownZone } from './times.ts'

const SNOOZE_MINUTES = 60

/** Actions on one note wait for each other: each sends the times that the one before returned. */
const queues = new Map<string, Promise<void>>()

function inTurn(id: string, run: (row: HTMLElement) => Promise<void>): void {
  const before = queues.get(id) ?? Promise.resolve()
  const after = before.then(async () => {
    const row = rowOf(id)
    if (row) await run(row)
  })
  queues.set(id, after)
}

export function tick(box: HTMLInputElement, locale: Locale): void {
  const row = box.closest<HTMLElement>('.inbox-note')
  const wanted = { index: Number(box.value), checked: box.checked, canUndo: false }
  if (row) inTurn(idOf(row), (now) => sendTick(now, wanted, locale))
}

type Tick = { index: number; checked: boolean; canUndo: boolean }

async function sendTick(row: HTMLElement, { index, checked, canUndo }: Tick, locale: Locale): Promise<void> {
  const t = liveInboxMessages(locale)
  const id = idOf(row)
  const body = { index, checked, prev_updated_at: row.dataset['updatedAt'] }
  const answer = await call<{ updated_at: string }>('POST', `/api/sticky-notes/note/${id}/task`, { body })
  if (answer.outcome !== 'done') {
    const isStale = answer.outcome === 'refused' && answer.refusal.status < 500
    toast({ text: isStale ? t.conflict : t.notSaved, kind: 'error' })
    const box = boxOf(row, index)
    if (box) box.checked = !checked
    if (isStale) await refreshRow(id)
    return
  }
  row.dataset['updatedAt'] = answer.data.updated_at
  const field = row.querySelector<HTMLInputElement>('input[name="prev_updated_at"]')
  if (field) field.value = answer.data.updated_at
  if (canUndo)
    toast({
      text: t.ticked,
      action: { label: reminderMessages(locale).undo, run: () => untick(id, index, locale), isUndo: true },
    })
  else announce(checked ? t.ticked : t.unticked)
  showTimesOfDevice(locale)
  await refreshCount()
}

function boxOf(row: HTMLElement, index: number): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>(`input[name="task"][value="${index}"]`)
}

function untick(id: string, index: number, locale: Locale): void {
  const row = rowOf(id)
  const box = row && boxOf(row, index)
  if (!box) return
  box.checked = false
  tick(box, locale)
}

export function finish(row: HTMLElement, locale: Locale): void {
  inTurn(idOf(row), (now) => finishNow(now, locale))
}

/** A reminder that is due comes first, because it is why the note is here; then the next open task; then a later reminder. */
async function finishNow(row: HTMLElement, locale: Locale): Promise<void> {
  const box = row.querySelector<HTMLInputElement>('input[name="task"]:not(:checked)')
  const hasReminder = row.dataset['remindAt'] !== undefined
  if (hasReminder && (row.dataset['due'] !== undefined || !box)) return acknowledgeNow(row, locale)
  if (!box) return announce(liveInboxMessages(locale).nothingToDo)
  box.checked = true
  await sendTick(row, { index: Number(box.value), checked: true, canUndo: true }, locale)
}

export function acknowledge(row: HTMLElement, locale: Locale): void {
  inTurn(idOf(row), (now) => acknowledgeNow(now, locale))
}

async function acknowledgeNow(row: HTMLElement, locale: Locale): Promise<void> {
  const t = reminderMessages(locale)
  const seen = { noteId: idOf(row), remindAt: row.dataset['remindAt'] ?? '' }
  const answer = await reminders.ack(seen)
  if (answer.outcome === 'done')
    toast({ text: t.didDone, action: { label: t.undo, run: () => reopen(seen, locale), isUndo: true } })
  await afterReminder(answer, seen.noteId, locale)
}

function reopen(seen: { noteId: string; remindAt: string }, locale: Locale): void {
  inTurn(seen.noteId, async () => {
    const answer = await reminders.reopen(seen)
    if (answer.outcome === 'done') toast({ text: reminderMessages(locale).didReopened })
    await afterReminder(answer, seen.noteId, locale)
  })
}

export function snooze(row: HTMLElement, locale: Locale): void {
  inTurn(idOf(row), (now) => snoozeNow(now, locale))
}

async function snoozeNow(row: HTMLElement, locale: Locale): Promise<void> {
  const seen = { noteId: idOf(row), remindAt: row.dataset['remindAt'] ?? '' }
  if (seen.remindAt === '') return announce(liveInboxMessages(locale).noReminder)
  const answer = await reminders.snooze(seen, snoozedTo(row, seen.remindAt))
  if (answer.outcome === 'done') {
    const when = shortWhen(new Date(answer.data.remind_at), new Date(deviceNow()), locale, shownZone())
    toast({ text: reminderMessages(locale).didSnoozedTo(when) })
  }
  await afterReminder(answer, seen.noteId, locale)
}

/** An hour from now, or an hour later than a time that is still ahead. */
function snoozedTo(row: HTMLElement, remindAt: string) {
  if (row.dataset['due'] !== undefined) return { minutes: SNOOZE_MINUTES }
  const later = new Date(new Date(remindAt).getTime() + SNOOZE_MINUTES * 60_000)
  return { at: later.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length), tz: 'UTC' }
}

/** 404: set again or acknowledged elsewhere. The row then shows how it stands. */
async function afterReminder(answer: Outcome<unknown>, id: string, locale: Locale): Promise<void> {
  const t = reminderMessages(locale)
  if (answer.outcome !== 'done') {
    const isMoved = answer.outcome === 'refused' && answer.refusal.status === 404
    toast({ text: isMoved ? t.moved : t.notDone, kind: 'error' })
  }
  await Promise.all([refreshBadge(), refreshRow(id), refreshCount()])
  showTimesOfDevice(locale)
}

export function attach(row: HTMLElement, locale: Locale): void {
  const link = row.querySelector<HTMLAnchorElement>('.inbox-attach')
  if (link) navigateTo(link.href)
  else announce(liveInboxMessages(locale).inPlace)
}

/** Shows the note as it is now. It stays in the list even when the filter no longer matches, so that it can be undone. */
async function refreshRow(id: string): Promise<void> {
  const answer = await fetchPage(inboxHref({ ...NO_FILTER, q: queryOfUrl().q, noteId: parseId<'note'>(id) }))
  const row = rowOf(id)
  if (answer.outcome !== 'done' || !row) return
  const [fresh] = rowsOf(answer.page)
  const hadFocus = currentRow() === row
  if (!fresh) return row.remove()
  const adopted = document.adoptNode(fresh)
  row.replaceWith(adopted)
  if (hadFocus) focusRow(adopted, { preventScroll: true })
}

/** After a change the number of notes that match the filter may be another one. */
async function refreshCount(): Promise<void> {
  const { show } = queryOfUrl()
  if (show !== 'tasks' && show !== 'reminder') return
  const answer = await fetchPage(list.shownPath)
  const [title, now] = [
    document.getElementById('results-title'),
    answer.outcome === 'done' ? answer.page.getElementById('results-title') : null,
  ]
  if (title && now) title.textContent = now.textContent
}
