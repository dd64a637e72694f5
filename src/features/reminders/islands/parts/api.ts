import { call, type Outcome } from '#browser/api.ts'
import type { Change } from '../../change.ts'
import type { Listed } from '../../listed.ts'
import type { Preset } from '../../reminder.ts'
import type { Repeat, Series } from '../../repeat.ts'
import type { ChangeItem, DeliveryItem, ReminderItem, WatchRead } from '../../schema.ts'

const BASE = '/api/sticky-notes'

type ListReply = { items: ReminderItem[] }

/** Returns null on failure, which must not be displayed as none. */
export async function readList(which: 'due' | 'ahead'): Promise<Listed[] | null> {
  const outcome = await call<ListReply>('GET', `${BASE}/reminders/${which}?limit=50`)
  return outcome.outcome === 'done' ? outcome.data.items.map(listedOf) : null
}

function listedOf(item: ReminderItem): Listed {
  const { note_id: noteId, name, place: location, url, remind_at: remindAt, repeat, change } = item
  return { noteId, name, location, url, remindAt, series: repeat, change: change && changeOf(change) }
}

export function changeOf({ found_at: foundAt, is_gone: isGone, rows, is_cut: isCut, symbol }: ChangeItem): Change {
  return { foundAt, isGone, rows, isCut, symbol: symbol ?? null }
}

type Seen = Pick<Listed, 'noteId' | 'remindAt'>

export function ack({ noteId, remindAt }: Seen): Promise<Outcome<unknown>> {
  return call('POST', `${BASE}/reminders/ack`, { body: { note_id: noteId, remind_at: remindAt } })
}

export function reopen({ noteId, remindAt }: Seen): Promise<Outcome<unknown>> {
  return call('POST', `${BASE}/reminders/reopen`, { body: { note_id: noteId, remind_at: remindAt } })
}

export type RemindAt = { remind_at: string }

type Time = { preset: Preset } | { at: string }

export function snooze(
  { noteId, remindAt }: Seen,
  until: { minutes: number } | (Time & { tz: string }),
): Promise<Outcome<RemindAt>> {
  return call('POST', `${BASE}/note/${noteId}/snooze`, { body: { ...until, remind_at: remindAt } })
}

export function arm(noteId: string, asked: Time & { repeat?: Repeat }, tz: string): Promise<Outcome<RemindAt>> {
  return call('POST', `${BASE}/note/${noteId}/reminder`, { body: { ...asked, tz } })
}

export function disarm(noteId: string): Promise<Outcome<unknown>> {
  return call('DELETE', `${BASE}/note/${noteId}/reminder`)
}

/** Undoes `disarm`. */
export function restore({
  noteId,
  remindAt,
  series,
}: Pick<Listed, 'noteId' | 'remindAt' | 'series'>): Promise<Outcome<unknown>> {
  return call('POST', `${BASE}/note/${noteId}/reminder/restore`, { body: { remind_at: remindAt, repeat: series } })
}

/** Keeps the current occurrence. */
export function stopRepeat(noteId: string): Promise<Outcome<unknown>> {
  return call('DELETE', `${BASE}/note/${noteId}/reminder/repeat`)
}

export type { WatchRead }

export function readWatch(noteId: string): Promise<Outcome<WatchRead>> {
  return call('GET', `${BASE}/note/${noteId}/watch`)
}

export type ReadReply = {
  reminder: { remind_at: string; status: 'pending' | 'acknowledged'; repeat: Series | null } | null
  deliveries: DeliveryItem[]
}

export function read(noteId: string): Promise<Outcome<ReadReply>> {
  return call('GET', `${BASE}/note/${noteId}/reminder`)
}
