import { isSameJson } from '#base/combine-writes.ts'
import type { Note } from './note.ts'

/** The state of a note after a write, without its target: moving a note does not change its state. */
export type NoteSnapshot = Omit<
  Note,
  | 'id'
  | 'target'
  | 'movedFrom'
  | 'followed'
  | 'places'
  | 'moveDismissed'
  | 'watch'
  | 'links'
  | 'linkedFrom'
  | 'createdAt'
  | 'updatedAt'
> & {
  updatedAt: string
}

export function snapshotOf(note: Note): NoteSnapshot {
  const {
    id: _id,
    target: _target,
    movedFrom: _moved,
    followed: _followed,
    places: _places,
    moveDismissed: _dismissed,
    watch: _watch,
    links: _links,
    linkedFrom: _linkedFrom,
    createdAt: _made,
    updatedAt,
    quote,
    ...state
  } = note
  // Same shape as after a JSON round trip: a missing commit is null.
  return { ...state, quote: quote && { ...quote, commit: quote.commit ?? null }, updatedAt: updatedAt.toISOString() }
}

/** Rows from before notes had tags do not have them. */
type StoredSnapshot = Omit<NoteSnapshot, 'tags'> & Partial<Pick<NoteSnapshot, 'tags'>>

/** Null for a snapshot of another resource. */
export function readSnapshot(value: unknown): NoteSnapshot | null {
  return isNoteSnapshot(value) ? { ...value, tags: value.tags ?? [] } : null
}

/** The row is our own, so this only distinguishes it from snapshots of other resources. */
function isNoteSnapshot(value: unknown): value is StoredSnapshot {
  return (
    typeof value === 'object' && value !== null && 'content' in value && 'position' in value && 'updatedAt' in value
  )
}

/** Whether two snapshots have the same text and appearance, regardless of their time. */
export function isSameState(a: NoteSnapshot, b: NoteSnapshot): boolean {
  const { updatedAt: _at, ...state } = a
  const { updatedAt: _then, ...otherState } = b
  return isSameJson(state, otherState)
}
