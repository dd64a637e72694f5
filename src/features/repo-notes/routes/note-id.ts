import type { NoteId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire.ts'
import { noteNotFound } from '#features/notes/problems.ts'

export const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => noteNotFound({ note_id: id }))
