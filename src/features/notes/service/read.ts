import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { boardNotFound, getBoard } from '#features/boards/public.ts'
import { fileNotFound, getFile } from '#features/files/public.ts'
import type { Place } from '../anchor/follow.ts'
import { type Note, NOTE_TRASH_DAYS } from '../note.ts'
import { historyNotFound, noteNotFound } from '../problems.ts'
import { type Earlier, listHistory } from '../store/history.ts'
import * as store from '../store/notes.ts'
import { assertRoom } from './create.ts'
import { placesOf } from './places.ts'
import { type Updated, updateNote } from './update.ts'

/** What is not an id cannot exist: the same answers as for unknown ones. */
export function noSuchFile(id: string): Error {
  return fileNotFound({ file_id: id })
}

export function noSuchBoard(id: string): Error {
  return boardNotFound({ board_id: id })
}

export type Placed = { notes: Note[]; places: Map<NoteId, Place> }

export async function listFileNotes(ctx: UserCtx, fileId: FileId): Promise<Placed> {
  await getFile(ctx, fileId)
  const notes = await store.listNotes(ctx.db, ctx.user.id, { kind: 'file', fileId })
  return { notes, places: await placesOf(ctx, fileId, notes) }
}

export async function listBoardNotes(ctx: UserCtx, boardId: BoardId): Promise<Note[]> {
  await getBoard(ctx, boardId)
  return store.listNotes(ctx.db, ctx.user.id, { kind: 'board', boardId })
}

export async function getNote(ctx: UserCtx, id: NoteId): Promise<Note> {
  const note = await store.findNote(ctx.db, ctx.user.id, id)
  if (!note) throw noteNotFound({ note_id: id })
  return note
}

/** To the trash: undo brings it back as it was. */
export async function deleteNote(ctx: UserCtx, id: NoteId): Promise<void> {
  const purgeAt = addSeconds(ctx.now, NOTE_TRASH_DAYS * SECONDS_PER_DAY)
  if (!(await store.moveToTrash(ctx.db, ctx.user.id, id, ctx.now, purgeAt))) throw noteNotFound({ note_id: id })
}

export async function restoreNote(ctx: UserCtx, id: NoteId): Promise<Note> {
  return ctx.db.transaction().execute(async (trx) => {
    await assertRoom(trx, ctx)
    const note = await store.findTrashed(trx, ctx.user.id, id)
    if (!note) throw noteNotFound({ note_id: id })
    await store.takeFromTrash(trx, ctx.user.id, id)
    return note
  })
}

export async function getHistory(ctx: UserCtx, id: NoteId): Promise<Earlier[]> {
  await getNote(ctx, id)
  return listHistory(ctx.db, ctx.user.id, id)
}

/** An earlier content becomes the present one; the present one goes to the history in its turn. */
export async function restoreEarlier(ctx: UserCtx, id: NoteId, seq: number): Promise<Updated> {
  const earlier = (await getHistory(ctx, id)).find((each) => each.seq === seq)
  if (!earlier) throw historyNotFound({ note_id: id, seq })
  return updateNote(ctx, id, { content: earlier.content, title: earlier.title }, null)
}
