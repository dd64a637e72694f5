import { unsureAfter } from './answer.ts'
import { mergedText, refreshed } from './decide.ts'
import { edited, type Entry, type Refusal, shown, statusOf, unsaved } from './entry.ts'
import { type Edit, isEmpty, type Said, type Stored } from './fields.ts'

/** What outlives the page: everything that is not known to be stored, and what it was a change of. */
export type Kept = {
  key: string
  id: string | null
  base: Stored
  pending: Edit
  unsure: readonly Said[]
  refusal: Refusal | null
  wantsGone: boolean
}

/** Null when the server has everything. */
export function asKept(entry: Entry): Kept | null {
  const { key, id, base, flight, trouble, wantsGone, isGone } = entry
  const pending = unsaved(entry)
  const hasMore = id === null ? !wantsGone : !isEmpty(pending) || wantsGone !== isGone
  if (!hasMore) return null
  const refusal = trouble?.kind === 'refused' ? trouble.refusal : null
  return { key, id, base, pending, unsure: unsureAfter(entry, flight), refusal, wantsGone }
}

/** As it was when the page went, on what the server says today. */
export function fromKept({ refusal, ...kept }: Kept, theirs: Stored | null, now: number): Entry {
  const entry: Entry = {
    ...kept,
    flight: null,
    dueAt: refusal ? null : now,
    waitsSince: null,
    failures: 0,
    trouble: refusal && { kind: 'refused', refusal },
    isGone: false,
  }
  return theirs ? refreshed(entry, theirs, now) : entry
}

/** Goes on with what was kept. Of a note of which two pages left something, both texts are kept. */
export function resumed(entry: Entry, kept: Kept, now: number): Entry {
  if (statusOf(entry) === 'saved') return fromKept(kept, kept.id === null ? null : entry.base, now)
  const other = kept.pending.content
  if (other === undefined) return entry
  return edited(entry, { content: mergedText(kept.base.fields.content, shown(entry).content, other) }, now)
}
