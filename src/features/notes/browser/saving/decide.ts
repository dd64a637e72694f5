import { resolveConflicts, merge3, type MergePart } from '#base/diff/merge.ts'
import { rebase, onTopOf } from './answer.ts'
import type { Entry } from './entry.ts'
import { isEmpty, type Stored, withoutText } from './fields.ts'

/** How the user resolved a conflict. */
export type Decision = { take: 'mine' } | { take: 'theirs' } | { take: 'text'; content: string }

export function decided(entry: Entry, decision: Decision, now: number): Entry {
  if (entry.trouble?.kind !== 'conflict') return entry
  const { theirs } = entry.trouble
  switch (decision.take) {
    case 'mine':
      return onTopOf(entry, theirs, entry.pending, now)
    case 'theirs':
      return onTopOf(entry, theirs, withoutText(entry.pending), now)
    case 'text':
      return onTopOf(entry, theirs, { ...entry.pending, content: decision.content }, now)
  }
}

/** Three-way merge; where both sides changed the same lines, the result has both versions one after the other. */
export function mergedText(base: string, mine: string, theirs: string): string {
  const merge = merge3(base, mine, theirs)
  if (merge.outcome === 'clean') return merge.text
  return merge.parts.map((part) => (part.kind === 'agreed' ? part.text : bothOf(part))).join('')
}

function bothOf(part: Extract<MergePart, { kind: 'conflict' }>): string {
  const mine = resolveConflicts([part], 'mine')
  const gap = mine === '' || mine.endsWith('\n') ? '' : '\n'
  return mine + gap + resolveConflicts([part], 'theirs')
}

/** Applies a listed note to the entry; a stale list is ignored. */
export function refreshed(entry: Entry, theirs: Stored, now: number): Entry {
  if (entry.flight || theirs.updatedAt <= entry.base.updatedAt) return entry
  if (isEmpty(entry.pending)) return { ...entry, base: theirs, unsure: [] }
  const isSeen = entry.trouble?.kind === 'conflict' && entry.trouble.theirs.updatedAt >= theirs.updatedAt
  return isSeen || entry.trouble?.kind === 'refused' ? entry : rebase(entry, theirs, now)
}

/** Restores a note that another page deleted, before the edits made here are sent. */
export function revived(entry: Entry, now: number): Entry {
  return { ...entry, isGone: true, wantsGone: false, trouble: null, dueAt: now }
}

/** The note was purged, so its text is created as a new note. */
export function renewed(entry: Entry, now: number): Entry {
  return { ...entry, id: null, isGone: false, flight: null, unsure: [], trouble: null, dueAt: now }
}
