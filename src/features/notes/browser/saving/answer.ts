import { type Entry, type Flight, type Refusal, shown, unsaved } from './entry.ts'
import {
  changesTo,
  type Edit,
  FIELD_NAMES,
  type Fields,
  hasText,
  isEmpty,
  isSameField,
  type NoteText,
  noteTextOf,
  isSameText,
  type Stored,
  withoutText,
} from './fields.ts'
import { retick } from './retick.ts'

/** The outcome of a request. */
export type Answer =
  | { outcome: 'stored'; id: string; stored: Stored }
  | { outcome: 'conflict'; theirs: Stored }
  | { outcome: 'refused'; refusal: Refusal }
  /** No answer, or a temporary error: whether the write happened is unknown. */
  | { outcome: 'later'; afterMs?: number }
  | { outcome: 'removed' }
  /** The server does not have the note whose create request got no answer. */
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
        : rebase(requeue(entry), answer.theirs, now)
    case 'refused':
      return { ...requeue(entry), dueAt: null, trouble: { kind: 'refused', refusal: answer.refusal } }
    case 'removed':
      return { ...entry, flight: null, isGone: true, trouble: null, failures: 0, dueAt: now }
    case 'absent':
      return { ...entry, flight: null, unsure: [], trouble: null, dueAt: now }
    case 'later':
      return later(entry, flight, now, answer.afterMs)
  }
}

/** Moves the edit in flight back to `pending`, below newer edits. */
function requeue(entry: Entry): Entry {
  return { ...entry, pending: unsaved(entry), flight: null }
}

function stored(entry: Entry, id: string, at: Stored, now: number): Entry {
  const base = at.updatedAt >= entry.base.updatedAt ? at : entry.base
  const pending = changesTo(entry.pending, base.fields)
  const isGone = entry.flight?.kind === 'restore' ? false : entry.isGone
  const isDone = isEmpty(pending) && entry.wantsGone === isGone
  const dueAt = isDone ? null : (entry.dueAt ?? now)
  const undoes = isEmpty(pending) ? {} : entry.undoes
  return { ...entry, id, base, pending, undoes, isGone, flight: null, unsure: [], failures: 0, trouble: null, dueAt }
}

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

function later(entry: Entry, flight: Flight, now: number, afterMs?: number): Entry {
  const failures = entry.failures + 1
  const wait = afterMs ?? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
  return {
    ...requeue(entry),
    unsure: unsureAfter(entry, flight),
    failures,
    trouble: { kind: 'offline' },
    dueAt: now + wait,
  }
}

/** The texts that the server may have stored without an answer reaching this page. */
export function unsureAfter(entry: Entry, flight: Flight | null): readonly NoteText[] {
  if (!flight || !('edit' in flight)) return entry.unsure
  if (flight.kind !== 'create' && !hasText(flight.edit)) return entry.unsure
  return [...entry.unsure, noteTextOf({ ...entry.base.fields, ...flight.edit })]
}

/** Whether a stored note is the one that this entry created without getting an answer. */
export function isUnanswered({ unsure, base }: Entry, { fields }: Stored): boolean {
  return fields.lineStart === base.fields.lineStart && unsure.some((text) => isSameText(text, fields))
}

/**
 * Rebases unsaved edits on a newer note from the server. For positions, colours and sizes the last write wins. Text is never
 * overwritten unseen: when both sides changed it, the user decides. An undo never wins, because it was meant for the value
 * that this page displayed, not for one that another page stored since.
 */
export function rebase(conflicting: Entry, theirs: Stored, now: number): Entry {
  const entry = { ...conflicting, pending: withoutStaleUndo(conflicting, theirs.fields) }
  const mine = { ...entry.base.fields, ...entry.pending }
  const isOurs = [entry.base.fields, mine, ...entry.unsure].some((text) => isSameText(text, theirs.fields))
  if (isOurs) return onTopOf(entry, theirs, entry.pending, now)
  if (isSameText(mine, entry.base.fields)) return onTopOf(entry, theirs, withoutText(entry.pending), now)
  return { ...entry, dueAt: null, trouble: { kind: 'conflict', theirs } }
}

function withoutStaleUndo({ base, pending, undoes }: Entry, theirs: Fields): Edit {
  const isStale = (name: keyof Fields) =>
    name in undoes && ![base.fields, undoes, pending].some((known) => isSameField(name, known, theirs))
  const rest = { ...pending }
  for (const name of FIELD_NAMES) if (isStale(name)) delete rest[name]
  return rest
}

/** Whether a newer note from the server discarded an unsaved undo. */
export function lostUndo(before: Entry, after: Entry): boolean {
  const waiting = unsaved(before)
  const isLost = (name: keyof Fields) => !isSameField(name, waiting, shown(after))
  return FIELD_NAMES.some((name) => name in before.undoes && name in waiting && isLost(name))
}

/** Applies the edit on top of the note that the server has. */
export function onTopOf(entry: Entry, theirs: Stored, edit: Edit, now: number): Entry {
  const pending = changesTo(edit, theirs.fields)
  const dueAt = isEmpty(pending) && entry.wantsGone === entry.isGone ? null : now
  const undoes = isEmpty(pending) ? {} : entry.undoes
  return { ...entry, base: theirs, pending, undoes, unsure: [], failures: 0, trouble: null, dueAt }
}

/** Repeats a tick on the same task line of the newer text, if there is exactly one. No typed text can be lost here. */
function tickMeets(entry: Entry, flight: Extract<Flight, { kind: 'task' }>, theirs: Stored, now: number): Entry {
  if (hasText(entry.pending)) return rebase(requeue(entry), theirs, now)
  const content = retick(entry.base.fields.content, flight.index, flight.checked, theirs.fields.content)
  const base = { ...entry, flight: null }
  if (content !== null) return onTopOf(base, theirs, { ...entry.pending, content }, now)
  const refusal = { code: TICK_LOST, message: '' }
  return { ...onTopOf(base, theirs, entry.pending, now), trouble: { kind: 'refused', refusal } }
}
