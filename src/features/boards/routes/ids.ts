import type { BoardId, NoteId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { invalidPrevUpdatedAt, noteNotFound } from '#features/notes/problems.ts'
import { readPrevUpdatedAt } from '#features/notes/schema/notes.ts'
import { boardNotFound } from '../problems.ts'

export const boardId = (id: string): BoardId => parseIdOr<'board'>(id, () => boardNotFound({ board_id: id }))
export const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => noteNotFound({ note_id: id }))

export function prevUpdatedAt(value: unknown): Date | null {
  const moment = readPrevUpdatedAt(value)
  if (moment === 'bad') throw invalidPrevUpdatedAt({ field: 'prev_updated_at' })
  return moment
}
