import { unsureAfter } from './answer.ts'
import { mergedText, refreshed } from './decide.ts'
import { edited, type Entry, type Refusal, shown, statusOf, unsaved } from './entry.ts'
import { type Edit, isEmpty, type NoteText, type Stored } from './fields.ts'

/** What the browser keeps when the page closes: edits that may not be stored, and the base they were made on. */
export type Kept = {
  key: string
  id: string | null
  base: Stored
  pending: Edit
  /** Absent in rows written before undo existed. */
  undoes?: Edit
  unsure: readonly NoteText[]
  refusal: Refusal | null
  wantsGone: boolean
}

/** Null when every edit is stored. */
export function asKept(entry: Entry): Kept | null {
  const { key, id, base, undoes, flight, trouble, wantsGone, isGone } = entry
  const pending = unsaved(entry)
  const isUnsure = entry.unsure.length > 0
  const hasMore = id === null ? !wantsGone || isUnsure : !isEmpty(pending) || wantsGone !== isGone
  if (!hasMore) return null
  const refusal = trouble?.kind === 'refused' ? trouble.refusal : null
  return { key, id, base, pending, undoes, unsure: unsureAfter(entry, flight), refusal, wantsGone }
}

/** Pages of an earlier release did not keep them. */
const NEWER_FIELDS = { tags: [] }

/** Rebuilds the entry of a closed page and rebases it on the note that the server has now. */
export function fromKept({ refusal, undoes = {}, base, ...kept }: Kept, theirs: Stored | null, now: number): Entry {
  const entry: Entry = {
    ...kept,
    base: { ...base, fields: { ...NEWER_FIELDS, ...base.fields } },
    undoes,
    flight: null,
    dueAt: refusal ? null : now,
    waitsSince: null,
    failures: 0,
    trouble: refusal && { kind: 'refused', refusal },
    isGone: false,
  }
  return theirs ? refreshed(entry, theirs, now) : entry
}

/** Resumes kept edits. When two closed pages left edits of one note, both texts are merged. */
export function resumed(entry: Entry, kept: Kept, now: number): Entry {
  if (statusOf(entry) === 'saved') return fromKept(kept, kept.id === null ? null : entry.base, now)
  const other = kept.pending.content
  if (other === undefined) return entry
  return edited(entry, { content: mergedText(kept.base.fields.content, shown(entry).content, other) }, now)
}
