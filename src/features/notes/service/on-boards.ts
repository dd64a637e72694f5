import type { BoardId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { withQuota } from '#platform/db/quota.ts'
import type { Note, NoteChange, Target } from '../note.ts'
import { noteNotFound } from '../problems.ts'
import { listBoardRects, type NoteRect } from '../store/board-rects.ts'
import * as store from '../store/notes.ts'
import { insert, newNote } from './create.ts'
import { targetQuotas } from './quotas.ts'

/**
 * The boards feature locks the board here, and throws when there is none. It runs after the lock of the user: creating
 * and moving a note take both locks in one order, so that they cannot deadlock.
 */
type LockBoard = (trx: Db) => Promise<unknown>

export async function createNoteOnBoard(
  ctx: UserCtx,
  boardId: BoardId,
  draft: NoteChange,
  lockBoard: LockBoard,
): Promise<Note> {
  const note = newNote(ctx, { kind: 'board', boardId }, draft, null)
  return insert(ctx, note, lockBoard)
}

/**
 * Moves a note to another board, where it keeps its position. `updated_at` stays: a move must not cause a conflict for a
 * text that is being edited in another tab.
 */
export async function moveNoteToBoard(ctx: UserCtx, id: NoteId, to: BoardId, lockBoard: LockBoard): Promise<Note> {
  const target: Target = { kind: 'board', boardId: to }
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    await lockBoard(trx)
    const note = await store.findNote(trx, ctx.user.id, id)
    if (note?.target.kind !== 'board') throw noteNotFound({ note_id: id })
    if (note.target.boardId === to) return note
    await assertFreeSlot(...targetQuotas(ctx, target))
    await store.moveNote(trx, ctx.user.id, id, to)
    return { ...note, target }
  })
}

/** Moves all notes of a board, inside the transaction that deletes it. Returns how many of them are not in the trash. */
export async function moveBoardNotes(trx: Db, ctx: UserCtx, from: BoardId, to: BoardId): Promise<number> {
  const moved = await store.countOnTarget(trx, ctx.user.id, { kind: 'board', boardId: from })
  await store.moveBoardNotes(trx, ctx.user.id, from, to)
  return moved
}

/** Oldest first. The caller checks that the board exists. */
export async function listNotesOnBoard(ctx: UserCtx, boardId: BoardId): Promise<Note[]> {
  return store.listNotes(ctx.db, ctx.user.id, { kind: 'board', boardId })
}

export async function listNoteRects(ctx: UserCtx, boardId: BoardId): Promise<NoteRect[]> {
  return listBoardRects(ctx.db, ctx.user.id, boardId)
}

/** A board without notes is not in the map. */
export async function countNotesByBoard(ctx: UserCtx): Promise<Map<BoardId, number>> {
  return store.countByBoard(ctx.db, ctx.user.id)
}
