import { changesTo, type Edit, type Fields, hasText, isEmpty, type Said, type Stored } from './fields.ts'

/** Why what a person did is not stored yet. */
export type Trouble =
  /** No answer, or "not now". It is sent again by itself. */
  | { kind: 'offline' }
  /** Another page changed the text. A person decides. */
  | { kind: 'conflict'; theirs: Stored }
  /** A final no. It is not sent again before somebody changes something. */
  | { kind: 'refused'; refusal: Refusal }

export type Refusal = { code: string; message: string }

/** What is on its way to the server: one thing at a time for each note. */
export type Flight =
  | { kind: 'create' | 'update'; edit: Edit }
  | { kind: 'task'; edit: Edit; index: number; checked: boolean }
  /** Was it created after all? An answer was lost. */
  | { kind: 'find' }
  | { kind: 'remove' | 'restore' }

/**
 * One note in one page, and what of it is not stored yet. All moments are milliseconds that the caller gives. What a person
 * sees is `base`, then what is on its way, then what waits: nothing that was typed is ever in none of the three.
 */
export type Entry = {
  /** Names the note in this page, from before it has an id. */
  key: string
  id: string | null
  /** What the server had when the page last knew: what everything else is a change of. */
  base: Stored
  pending: Edit
  flight: Flight | null
  /** Texts that were sent and never answered for. When the server has one of them, it is ours and no conflict. */
  unsure: readonly Said[]
  /** When to send. Null: nothing to send, or somebody has to decide first. */
  dueAt: number | null
  /** Since when something waits: whoever types without a pause is saved in between all the same. */
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

/** A note that nobody has stored. It is sent when it says something. */
export function drafted(key: string, fields: Fields): Entry {
  return { ...NEW, key, id: null, base: { fields, updatedAt: '' } }
}

const NEW = {
  pending: {},
  flight: null,
  unsure: [],
  dueAt: null,
  waitsSince: null,
  failures: 0,
  trouble: null,
  wantsGone: false,
  isGone: false,
} as const

/** Everything that is not known to be stored. */
export function unsaved({ flight, pending }: Entry): Edit {
  return flight && 'edit' in flight ? { ...flight.edit, ...pending } : pending
}

/** The note as its writer sees it. */
export function shown(entry: Entry): Fields {
  return { ...entry.base.fields, ...unsaved(entry) }
}

export function edited(entry: Entry, edit: Edit, now: number): Entry {
  const pending = settled({ ...entry, pending: { ...entry.pending, ...edit } })
  const trouble = entry.trouble?.kind === 'refused' ? null : entry.trouble
  const next = { ...entry, pending, trouble }
  // A conflict waits for its decision, a lost connection for its next try.
  if (trouble) return next
  if (isEmpty(pending)) return { ...next, dueAt: null, waitsSince: null }
  const waitsSince = entry.waitsSince ?? now
  const pause = hasText(edit) ? TYPING_PAUSE_MS : MOVING_PAUSE_MS
  return { ...next, waitsSince, dueAt: Math.min(now + pause, waitsSince + LONGEST_WAIT_MS) }
}

/** What was typed and taken back needs no saving, unless something else may have arrived at the server meanwhile. */
function settled({ base, flight, unsure, pending }: Entry): Edit {
  return flight || unsure.length > 0 ? pending : changesTo(pending, base.fields)
}

/** Now, without waiting for a pause: the writer is done, or the page is about to go. */
export function hurried(entry: Entry, now: number): Entry {
  return entry.trouble || entry.dueAt === null ? entry : { ...entry, dueAt: now }
}

/** The connection is back. */
export function awakened(entry: Entry, now: number): Entry {
  return entry.trouble?.kind === 'offline' && entry.dueAt !== null ? { ...entry, dueAt: now } : entry
}

export function removed(entry: Entry, wantsGone: boolean, now: number): Entry {
  return { ...entry, wantsGone, dueAt: now }
}

export type Status = 'saved' | 'saving' | 'offline' | 'conflict' | 'refused'

export function statusOf(entry: Entry): Status {
  if (entry.trouble) return entry.trouble.kind
  return entry.flight || !isEmpty(entry.pending) || entry.wantsGone !== entry.isGone ? 'saving' : 'saved'
}
