import {
  anchorIn,
  changesTo,
  type Edit,
  type Fields,
  hasText,
  isEmpty,
  type NoteText,
  type Stored,
  withoutFields,
} from './fields.ts'

/** Why an edit is not stored yet. */
export type Trouble =
  /** No answer, or a temporary error. It is retried automatically. */
  | { kind: 'offline' }
  /** Another page changed the text. The user decides. */
  | { kind: 'conflict'; theirs: Stored }
  /** A permanent error. It is not retried until the user edits the note. */
  | { kind: 'refused'; refusal: Refusal }

export type Refusal = { code: string; message: string }

/** The request in flight: at most one for each note. */
export type Flight =
  | { kind: 'create' | 'update'; edit: Edit }
  | { kind: 'task'; edit: Edit; index: number; checked: boolean }
  /** Looks for a note whose create request got no answer. */
  | { kind: 'find' }
  | { kind: 'remove' | 'restore' }

/**
 * One note in one page, with its unsaved edits. All times are milliseconds passed in by the caller. The user sees `base`,
 * overlaid by the edit in flight, overlaid by `pending`; typed text must always be in one of the three.
 */
export type Entry = {
  /** Identifies the note in this page, also before it has an id. */
  key: string
  id: string | null
  /** The last version known from the server; all edits are relative to it. */
  base: Stored
  pending: Edit
  /** Values that an unsaved undo replaces. The undo must not replace values that another page stored since. */
  undoes: Edit
  flight: Flight | null
  /** Texts that were sent without an answer. If the server has one of them, this page wrote it and there is no conflict. */
  unsure: readonly NoteText[]
  /** When to send. Null when there is nothing to send or the user must decide first. */
  dueAt: number | null
  /** Time of the oldest unsaved edit: typing without a pause must not postpone a save for ever. */
  waitsSince: number | null
  failures: number
  trouble: Trouble | null
  wantsGone: boolean
  isGone: boolean
}

const TYPING_PAUSE_MS = 1_200
const MOVING_PAUSE_MS = 300
export const LONGEST_WAIT_MS = 10_000

export function listed(id: string, base: Stored): Entry {
  return { ...NEW, key: id, id, base }
}

/** A note that is not stored yet. It is sent once it has text. */
export function drafted(key: string, fields: Fields): Entry {
  return { ...NEW, key, id: null, base: { fields, updatedAt: '' } }
}

const NEW = {
  pending: {},
  undoes: {},
  flight: null,
  unsure: [],
  dueAt: null,
  waitsSince: null,
  failures: 0,
  trouble: null,
  wantsGone: false,
  isGone: false,
} as const

/** All edits that may not be stored. */
export function unsaved({ flight, pending }: Entry): Edit {
  return flight && 'edit' in flight ? { ...flight.edit, ...pending } : pending
}

/** The note as the page displays it. */
export function shown(entry: Entry): Fields {
  return { ...entry.base.fields, ...unsaved(entry) }
}

/** `replaced`: set when the edit is an undo; the values that it reverts. */
export function edited(entry: Entry, edit: Edit, now: number, replaced: Edit = {}): Entry {
  // An anchor is sent also where its lines are the stored ones: it attaches the note to the text as it is now.
  const pending = { ...settled({ ...entry, pending: { ...entry.pending, ...edit } }), ...anchorIn(edit) }
  const trouble = entry.trouble?.kind === 'refused' ? null : entry.trouble
  const undoes = { ...withoutFields(entry.undoes, edit), ...replaced }
  const next = { ...entry, pending, trouble, undoes }
  // A conflict waits for the user, a lost connection for the next retry.
  if (trouble) return next
  if (isEmpty(pending)) return { ...next, undoes: {}, dueAt: null, waitsSince: null }
  const waitsSince = entry.waitsSince ?? now
  const pause = hasText(edit) ? TYPING_PAUSE_MS : MOVING_PAUSE_MS
  return { ...next, waitsSince, dueAt: Math.min(now + pause, waitsSince + LONGEST_WAIT_MS) }
}

/** Drops edits that were reverted, unless the server may have received another value meanwhile. */
function settled({ base, flight, unsure, trouble, pending }: Entry): Edit {
  const mayHaveArrived = flight !== null || unsure.length > 0 || trouble?.kind === 'offline'
  return mayHaveArrived ? pending : changesTo(pending, base.fields)
}

/** Sends without waiting for a pause: the user stopped editing, or the page is closing. */
export function flushNow(entry: Entry, now: number): Entry {
  return entry.trouble || entry.dueAt === null ? entry : { ...entry, dueAt: now }
}

/** The connection is back. */
export function awakened(entry: Entry, now: number): Entry {
  return entry.trouble?.kind === 'offline' && entry.dueAt !== null ? { ...entry, dueAt: now } : entry
}

export function removed(entry: Entry, wantsGone: boolean, now: number): Entry {
  return { ...entry, wantsGone, dueAt: now }
}

/** Deletes a new note that stayed empty, without storing its last text first. */
export function discarded(entry: Entry, now: number): Entry {
  return { ...entry, pending: {}, wantsGone: true, dueAt: now }
}

export type Status = 'saved' | 'saving' | 'offline' | 'conflict' | 'refused'

export function statusOf(entry: Entry): Status {
  if (entry.trouble) return entry.trouble.kind
  return entry.flight || !isEmpty(entry.pending) || entry.wantsGone !== entry.isGone ? 'saving' : 'saved'
}
