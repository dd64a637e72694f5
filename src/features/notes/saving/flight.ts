import { toggleTask } from '../task-list.ts'
import { edited, type Entry, type Flight, shown } from './entry.ts'
import { isEmpty } from './fields.ts'

/** What should be sent now, if anything. */
export function nextFlight(entry: Entry, now: number): Flight | null {
  if (entry.flight || entry.dueAt === null || entry.dueAt > now) return null
  if (entry.id === null) return nextOfDraft(entry)
  if (entry.wantsGone !== entry.isGone) return nextOfRemoval(entry)
  return isBlocked(entry) || isEmpty(entry.pending) ? null : { kind: 'update', edit: entry.pending }
}

/** Waits for a person. */
function isBlocked({ trouble }: Entry): boolean {
  return trouble?.kind === 'conflict' || trouble?.kind === 'refused'
}

function nextOfDraft(entry: Entry): Flight | null {
  const fields = shown(entry)
  const saysNothing = fields.content.trim() === '' && fields.title.trim() === ''
  if (entry.wantsGone || isBlocked(entry) || saysNothing) return null
  return entry.unsure.length > 0 ? { kind: 'find' } : { kind: 'create', edit: fields }
}

/** What was typed last is stored before the note goes, so that the trash has all of it. */
function nextOfRemoval(entry: Entry): Flight {
  if (!entry.wantsGone) return { kind: 'restore' }
  return isEmpty(entry.pending) || isBlocked(entry) ? { kind: 'remove' } : { kind: 'update', edit: entry.pending }
}

export function departed(entry: Entry, flight: Flight): Entry {
  const carriesAll = 'edit' in flight
  return { ...entry, flight, dueAt: null, waitsSince: null, pending: carriesAll ? {} : entry.pending }
}

/**
 * A tick is a request of its own, because the server then changes one character and nothing else. Where text is waiting
 * or on its way, the tick is part of that text.
 */
export function ticked(entry: Entry, index: number, checked: boolean, now: number): Entry {
  const toggle = toggleTask(shown(entry).content, index, checked)
  if (toggle.outcome !== 'changed') return entry
  const edit = { content: toggle.content }
  const isQuiet = !entry.flight && !entry.trouble && entry.id !== null && isEmpty(entry.pending)
  return isQuiet ? departed(entry, { kind: 'task', edit, index, checked }) : edited(entry, edit, now)
}
