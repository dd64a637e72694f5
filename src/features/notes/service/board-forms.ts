import type { BoardId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findCheckboxes } from '#base/checkboxes.ts'
import type { NoteFormFields } from '../board-list.ts'
import { contentFits, type Note } from '../note.ts'
import * as store from '../store/notes.ts'
import { toggleTask } from '../task-list.ts'
import { moveNote } from './boards.ts'
import { createBoardNote } from './create.ts'
import { updateNote } from './update.ts'

/** What became of the form of one note. */
export type FormResult =
  | { outcome: 'saved' | 'moved'; note: Note }
  | { outcome: 'stale'; note: Note }
  | { outcome: 'too_long' }
  | { outcome: 'missing' }

export async function addNote(ctx: UserCtx, boardId: BoardId, fields: NoteFormFields): Promise<FormResult> {
  if (!contentFits(fields)) return { outcome: 'too_long' }
  const { title, content, color } = fields
  return { outcome: 'saved', note: await createBoardNote(ctx, boardId, { title, content, color }) }
}

/** Text and colour first, only over the note that was seen; then the other board. */
export async function saveNote(
  ctx: UserCtx,
  id: NoteId,
  { title, content, color, boardId }: NoteFormFields,
  seen: Date | null,
): Promise<FormResult> {
  if (!contentFits({ content })) return { outcome: 'too_long' }
  const present = await store.findNote(ctx.db, ctx.user.id, id)
  if (present?.target.kind !== 'board') return { outcome: 'missing' }
  // A form knows one kind of line end: a text that differs in nothing else was not changed by a person.
  const isSame = present.content.replaceAll(/\r\n?/g, '\n') === content
  const result = await updateNote(ctx, id, { title, color, content: isSame ? undefined : content }, seen)
  if (result.outcome !== 'updated') return result
  if (present.target.boardId === boardId) return { outcome: 'saved', note: result.note }
  return { outcome: 'moved', note: await moveNote(ctx, id, boardId) }
}

/** Every checkbox of a note as the form has it, in one write. */
export async function setTasks(
  ctx: UserCtx,
  id: NoteId,
  checked: ReadonlySet<number>,
  seen: Date | null,
): Promise<FormResult> {
  const present = await store.findNote(ctx.db, ctx.user.id, id)
  if (!present) return { outcome: 'missing' }
  const content = findCheckboxes(present.content).reduce((text, _box, index) => {
    const toggle = toggleTask(text, index, checked.has(index))
    return toggle.outcome === 'changed' ? toggle.content : text
  }, present.content)
  const result = await updateNote(ctx, id, { content }, seen)
  return result.outcome === 'updated' ? { outcome: 'saved', note: result.note } : result
}
