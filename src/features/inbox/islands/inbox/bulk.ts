import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { readTags } from '#features/files/tags.ts'
import * as reminders from '#features/reminders/islands/parts/api.ts'
import { refresh as refreshBadge } from '#features/reminders/islands/parts/watch.ts'
import { MAX_BULK_NOTES } from '../../bulk.ts'
import { bulkDoneText, bulkMessages } from '../../messages/bulk.ts'
import type { BulkReply } from '../../schema.ts'
import { list, position } from './list.ts'
import { currentRow, ticks } from './rows.ts'

type Reply = (typeof BulkReply)['_output']
type Action = 'done' | 'color' | 'tag' | 'delete'

export function bulkForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>('#note-bulk')
}

/** Says how many are ticked; the style sheet shows the actions. */
export function showTicks(locale: Locale): void {
  const t = bulkMessages(locale)
  const n = ticks.tickedIds().length
  const count = document.querySelector('.note-bulk-count')
  const text = n === 0 ? t.all : t.selected(n)
  if (count && count.textContent !== text) count.textContent = text
  ticks.showAll()
}

export function clickTick(box: HTMLInputElement, withShift: boolean, locale: Locale): void {
  ticks.press(box, withShift)
  showTicks(locale)
}

export function tickCurrent(locale: Locale): void {
  const row = currentRow()
  if (!row) return
  ticks.toggle(row)
  showTicks(locale)
}

export function clearTicks(locale: Locale): void {
  ticks.clear()
  showTicks(locale)
}

/** Does what the pressed button says. */
export function submitBulk(form: HTMLFormElement, button: HTMLButtonElement, locale: Locale): void {
  const t = bulkMessages(locale)
  const ids = ticks.tickedIds()
  for (const menu of form.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover()
  if (ids.length === 0) return toast({ text: t.none, kind: 'error' })
  const [action = '', color] = button.value.split('-')
  if (action === 'color') return void act('color', ids, { color }, locale)
  if (action === 'done' || action === 'delete') return void act(action, ids, {}, locale)
  const field = form.querySelector<HTMLInputElement>('input[name="tags"]')
  const tags = readTags([field?.value ?? ''])
  if (tags === null || tags.length === 0) return toast({ text: t.badTags, kind: 'error' })
  if (field) field.value = ''
  void act('tag', ids, { tags }, locale)
}

/** In pieces of as many as a request can have: what was done of them is undone together. */
async function act(action: Action, ids: readonly string[], more: object, locale: Locale): Promise<void> {
  const t = bulkMessages(locale)
  const before: Reply['notes'] = []
  const counts = { missing: 0, full: 0 }
  let isWhole = true
  for (const piece of inPieces(ids)) {
    const answer = await send(action, piece, more)
    isWhole = answer.outcome === 'done'
    if (answer.outcome !== 'done') break
    before.push(...answer.data.notes)
    counts.missing += answer.data.missing
    counts.full += answer.data.full
  }
  await showTruth(locale)
  const words = [
    before.length > 0 || isWhole ? bulkDoneText(action, before.length, locale) : '',
    counts.missing > 0 ? t.missing(counts.missing) : '',
    counts.full > 0 ? t.full(counts.full) : '',
    isWhole ? '' : t.notDone,
  ]
  const undo = { label: t.undo, run: () => void undoAct(action, before, locale), isUndo: true as const }
  toast({
    text: words.filter(Boolean).join(' '),
    kind: isWhole && counts.missing + counts.full === 0 ? 'success' : 'error',
    ...(before.length > 0 && { action: undo }),
  })
}

function send(action: string, ids: readonly string[], more: object) {
  return call<Reply>('POST', '/api/sticky-notes/bulk', { body: { action, note_ids: ids, ...more } })
}

async function undoAct(action: Action, notes: Reply['notes'], locale: Locale): Promise<void> {
  const t = bulkMessages(locale)
  const outcomes = await Promise.all(undoing(action, notes))
  await showTruth(locale)
  const isUndone = outcomes.every(({ outcome }) => outcome === 'done')
  toast(isUndone ? { text: t.undone } : { text: t.notDone, kind: 'error' })
}

/** The requests that bring the earlier state back. */
function undoing(action: Action, notes: Reply['notes']) {
  switch (action) {
    case 'done':
      return notes.map(({ note_id: noteId, remind_at: remindAt }) =>
        reminders.reopen({ noteId, remindAt: remindAt ?? '' }),
      )
    case 'delete':
      return inPieces(notes).map((piece) =>
        send(
          'restore',
          piece.map(({ note_id }) => note_id),
          {},
        ),
      )
    case 'color':
    case 'tag':
      return inPieces(notes).map((piece) => {
        const updates = piece.map(({ note_id: id, color, tags }) => (action === 'tag' ? { id, tags } : { id, color }))
        return call('POST', '/api/sticky-notes/batch', { body: { updates } })
      })
  }
}

function inPieces<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_BULK_NOTES)
  return Array.from({ length: count }, (_, i) => all.slice(i * MAX_BULK_NOTES, (i + 1) * MAX_BULK_NOTES))
}

/** The list as it is now, as far as it was read, at the same position. */
async function showTruth(locale: Locale): Promise<void> {
  position.save()
  await Promise.all([refreshBadge(), list.visit(list.shownPath, 'replace')])
  await position.restore()
  showTicks(locale)
}
