import type { BoardId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { isContentWithinLimit, findNote, type Note, updateNote } from '#features/notes/public.ts'
import type { NoteFormFields } from '../board-list.ts'
import { createBoardNote, moveNote } from './notes.ts'

export { deleteNote, restoreNote, setCheckboxes } from '#features/notes/public.ts'

/** The outcome of a note form. */
export type FormResult =
  | { outcome: 'saved' | 'moved'; note: Note }
  | { outcome: 'stale'; note: Note }
  | { outcome: 'too_long' }
  | { outcome: 'missing' }

export async function addNote(ctx: UserCtx, boardId: BoardId, fields: NoteFormFields): Promise<FormResult> {
  if (!isContentWithinLimit(fields)) return { outcome: 'too_long' }
  const { title, content, color } = fields
  return { outcome: 'saved', note: await createBoardNote(ctx, boardId, { title, content, color }) }
}

/** Updates text and colour with an optimistic lock, then moves the note to the other board. */
export async function saveNote(
  ctx: UserCtx,
  id: NoteId,
  { title, content, color, boardId }: NoteFormFields,
  seen: Date | null,
): Promise<FormResult> {
  if (!isContentWithinLimit({ content })) return { outcome: 'too_long' }
  const present = await findNote(ctx, id)
  if (present?.target.kind !== 'board') return { outcome: 'missing' }
  // Forms normalise line ends: a text that differs only in them was not edited.
  const isSame = present.content.replaceAll(/\r\n?/g, '\n') === content
  const result = await updateNote(ctx, id, { title, color, content: isSame ? undefined : content }, seen)
  if (result.outcome !== 'updated') return result
  if (present.target.boardId === boardId) return { outcome: 'saved', note: result.note }
  return { outcome: 'moved', note: await moveNote(ctx, id, boardId) }
}
