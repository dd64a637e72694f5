import { toggleTask } from '../../task-list.ts'
import { edited, type Entry, type Flight, shown } from './entry.ts'
import { isEmpty } from './fields.ts'

/** The request to send now, or null. */
export function nextFlight(entry: Entry, now: number): Flight | null {
  if (entry.flight || entry.dueAt === null || entry.dueAt > now) return null
  if (entry.id === null) return nextOfDraft(entry)
  if (entry.wantsGone !== entry.isGone) return nextOfRemoval(entry)
  return isBlocked(entry) || isEmpty(entry.pending) ? null : { kind: 'update', edit: entry.pending }
}

/** Whether sending waits for the user. */
function isBlocked({ trouble }: Entry): boolean {
  return trouble?.kind === 'conflict' || trouble?.kind === 'refused'
}

function nextOfDraft(entry: Entry): Flight | null {
  const fields = shown(entry)
  const isBlank = fields.content.trim() === '' && fields.title.trim() === ''
  // A create request without an answer may have left a note that must be deleted too.
  if (entry.wantsGone) return entry.unsure.length > 0 ? { kind: 'find' } : null
  if (isBlocked(entry) || isBlank) return null
  return entry.unsure.length > 0 ? { kind: 'find' } : { kind: 'create', edit: fields }
}

/** Stores the last edits before the note is deleted, so that the trash has the complete text. */
function nextOfRemoval(entry: Entry): Flight {
  if (!entry.wantsGone) return { kind: 'restore' }
  return isEmpty(entry.pending) || isBlocked(entry) ? { kind: 'remove' } : { kind: 'update', edit: entry.pending }
}

export function markSent(entry: Entry, flight: Flight): Entry {
  const carriesAll = 'edit' in flight
  return { ...entry, flight, dueAt: null, waitsSince: null, pending: carriesAll ? {} : entry.pending }
}

/**
 * Sends a tick as its own request, because the server then changes one character and nothing else. While text is unsaved,
 * the tick becomes part of that text.
 */
export function ticked(entry: Entry, index: number, checked: boolean, now: number): Entry {
  const toggle = toggleTask(shown(entry).content, index, checked)
  if (toggle.outcome !== 'changed') return entry
  const edit = { content: toggle.content }
  const isQuiet = !entry.flight && !entry.trouble && entry.id !== null && isEmpty(entry.pending)
  return isQuiet ? markSent(entry, { kind: 'task', edit, index, checked }) : edited(entry, edit, now)
}
