import { isSameJson } from '#base/combine-writes.ts'
import type { Note } from './note.ts'

/** The state of a note after a write, without its target: moving a note does not change its state. */
export type NoteSnapshot = Omit<
  Note,
  'id' | 'target' | 'movedFrom' | 'followed' | 'places' | 'moveDismissed' | 'watch' | 'createdAt' | 'updatedAt'
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
    createdAt: _made,
    updatedAt,
    quote,
    ...state
  } = note
  // Same shape as after a JSON round trip: a missing commit is null.
  return { ...state, quote: quote && { ...quote, commit: quote.commit ?? null }, updatedAt: updatedAt.toISOString() }
}

/** The row is our own, so this only distinguishes it from snapshots of other resources. */
export function isNoteSnapshot(value: unknown): value is NoteSnapshot {
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
