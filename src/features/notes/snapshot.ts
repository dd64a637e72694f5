import { sameJson } from '#base/chain.ts'
import type { Note } from './note.ts'

/** How a note stood after a write. Where it is stuck is not in it: a note that was moved says what it said. */
export type NoteSnapshot = Omit<Note, 'id' | 'target' | 'movedFrom' | 'createdAt' | 'updatedAt'> & { updatedAt: string }

export function snapshotOf(note: Note): NoteSnapshot {
  const { id: _id, target: _target, movedFrom: _moved, createdAt: _made, updatedAt, quote, ...said } = note
  // As it comes back from where it is kept: what was not said is null.
  return { ...said, quote: quote && { ...quote, commit: quote.commit ?? null }, updatedAt: updatedAt.toISOString() }
}

/** We wrote it ourselves: looked at only so far that a row of another kind is not taken for one. */
export function isNoteSnapshot(value: unknown): value is NoteSnapshot {
  return (
    typeof value === 'object' && value !== null && 'content' in value && 'position' in value && 'updatedAt' in value
  )
}

/** Whether a note said and looked the same, whenever that was. */
export function isSameState(a: NoteSnapshot, b: NoteSnapshot): boolean {
  const { updatedAt: _at, ...said } = a
  const { updatedAt: _then, ...saidThen } = b
  return sameJson(said, saidThen)
}
