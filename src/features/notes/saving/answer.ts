import { type Entry, type Flight, type Refusal, unsaved } from './entry.ts'
import {
  changesTo,
  type Edit,
  hasText,
  isEmpty,
  type Said,
  saidOf,
  saysSame,
  type Stored,
  withoutText,
} from './fields.ts'
import { retick } from './retick.ts'

/** What became of a flight. */
export type Answer =
  | { outcome: 'stored'; id: string; stored: Stored }
  | { outcome: 'conflict'; theirs: Stored }
  | { outcome: 'refused'; refusal: Refusal }
  /** Not an answer, or "not now": whether it happened is unknown. */
  | { outcome: 'later'; afterMs?: number }
  | { outcome: 'removed' }
  /** The created note that was looked for is not there. */
  | { outcome: 'absent' }

export const NOTE_GONE = 'note_not_found'
export const TICK_LOST = 'tick_lost'

export function answered(entry: Entry, answer: Answer, now: number): Entry {
  const { flight } = entry
  if (!flight) return entry
  switch (answer.outcome) {
    case 'stored':
      return stored(entry, answer.id, answer.stored, now)
    case 'conflict':
      return flight.kind === 'task'
        ? tickMeets(entry, flight, answer.theirs, now)
        : meets(landed(entry), answer.theirs, now)
    case 'refused':
      return { ...landed(entry), dueAt: null, trouble: { kind: 'refused', refusal: answer.refusal } }
    case 'removed':
      return { ...entry, flight: null, isGone: true, trouble: null, failures: 0, dueAt: now }
    case 'absent':
      return { ...entry, flight: null, unsure: [], trouble: null, dueAt: now }
    case 'later':
      return later(entry, flight, now, answer.afterMs)
  }
}

/** What was on its way waits again, under what was typed since. */
function landed(entry: Entry): Entry {
  return { ...entry, pending: unsaved(entry), flight: null }
}

function stored(entry: Entry, id: string, at: Stored, now: number): Entry {
  const base = at.updatedAt >= entry.base.updatedAt ? at : entry.base
  const pending = changesTo(entry.pending, base.fields)
  const isGone = entry.flight?.kind === 'restore' ? false : entry.isGone
  const isDone = isEmpty(pending) && entry.wantsGone === isGone
  const dueAt = isDone ? null : (entry.dueAt ?? now)
  return { ...entry, id, base, pending, isGone, flight: null, unsure: [], failures: 0, trouble: null, dueAt }
}

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

function later(entry: Entry, flight: Flight, now: number, afterMs?: number): Entry {
  const failures = entry.failures + 1
  const wait = afterMs ?? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
  return {
    ...landed(entry),
    unsure: unsureAfter(entry, flight),
    failures,
    trouble: { kind: 'offline' },
    dueAt: now + wait,
  }
}

/** The texts that may be at the server without our knowing. */
export function unsureAfter(entry: Entry, flight: Flight | null): readonly Said[] {
  if (!flight || !('edit' in flight)) return entry.unsure
  if (flight.kind !== 'create' && !hasText(flight.edit)) return entry.unsure
  return [...entry.unsure, saidOf({ ...entry.base.fields, ...flight.edit })]
}

/**
 * The server has something newer than what the changes of this page were made on. Places, colours and sizes: the last one
 * wins. Text is never overwritten unseen: where both changed it, a person decides.
 */
export function meets(entry: Entry, theirs: Stored, now: number): Entry {
  const mine = { ...entry.base.fields, ...entry.pending }
  const isOurs = [entry.base.fields, mine, ...entry.unsure].some((text) => saysSame(text, theirs.fields))
  if (isOurs) return onTopOf(entry, theirs, entry.pending, now)
  if (saysSame(mine, entry.base.fields)) return onTopOf(entry, theirs, withoutText(entry.pending), now)
  return { ...entry, dueAt: null, trouble: { kind: 'conflict', theirs } }
}

/** The changes of this page, made anew on what the server has. */
export function onTopOf(entry: Entry, theirs: Stored, edit: Edit, now: number): Entry {
  const pending = changesTo(edit, theirs.fields)
  const dueAt = isEmpty(pending) && entry.wantsGone === entry.isGone ? null : now
  return { ...entry, base: theirs, pending, unsure: [], failures: 0, trouble: null, dueAt }
}

/** A tick goes to the same task line of the newer text, if there is exactly one. Nothing that was written is at stake. */
function tickMeets(entry: Entry, flight: Extract<Flight, { kind: 'task' }>, theirs: Stored, now: number): Entry {
  if (hasText(entry.pending)) return meets(landed(entry), theirs, now)
  const content = retick(entry.base.fields.content, flight.index, flight.checked, theirs.fields.content)
  const base = { ...entry, flight: null }
  if (content !== null) return onTopOf(base, theirs, { ...entry.pending, content }, now)
  const refusal = { code: TICK_LOST, message: '' }
  return { ...onTopOf(base, theirs, entry.pending, now), trouble: { kind: 'refused', refusal } }
}
