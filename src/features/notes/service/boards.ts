import type { BoardId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  type Board,
  createBoard,
  getBoard,
  holdBoard,
  isBoardName,
  listBoards,
  removeBoard,
  renameBoard,
} from '#features/boards/public.ts'
import type { BoardEntry } from '../board-list.ts'
import { MAX_NOTES_PER_BOARD, type Note } from '../note.ts'
import { noteNotFound, noteQuotaExceeded } from '../problems.ts'
import * as store from '../store/notes.ts'

/** Every board with how many notes lie on it, the default first. */
export async function boardEntries(ctx: UserCtx): Promise<BoardEntry[]> {
  const boards = await listBoards(ctx)
  const counts = await store.countByBoard(ctx.db, ctx.user.id)
  return boards.map((board) => ({ ...board, notes: counts.get(board.id) ?? 0 }))
}

export type OpenBoard = { board: BoardEntry; boards: Board[]; notes: Note[] }

/** All that the page of a board shows. */
export async function openBoard(ctx: UserCtx, id: BoardId): Promise<OpenBoard> {
  const board = await getBoard(ctx, id)
  const [boards, notes] = await Promise.all([
    listBoards(ctx),
    store.listNotes(ctx.db, ctx.user.id, { kind: 'board', boardId: id }),
  ])
  return { board: { ...board, notes: notes.length }, boards, notes }
}

/** What a form was given as a name may be none: then nothing happens. */
export async function addBoard(ctx: UserCtx, name: string): Promise<Board | null> {
  return isBoardName(name) ? createBoard(ctx, name) : null
}

export async function nameBoard(ctx: UserCtx, id: BoardId, name: string): Promise<Board | null> {
  return isBoardName(name) ? renameBoard(ctx, id, name) : null
}

/** Deleting a board never drops a note: the answer is how many moved to the default board. */
export async function deleteBoard(ctx: UserCtx, id: BoardId): Promise<number> {
  let moved = 0
  await removeBoard(ctx, id, async (trx, to) => {
    moved = await store.countOnTarget(trx, ctx.user.id, { kind: 'board', boardId: id })
    await store.moveBoardNotes(trx, ctx.user.id, id, to)
  })
  return moved
}

/**
 * Puts a note of one board on another, where it keeps its place on the canvas. What it says stays as it was, so somebody
 * who is writing in it elsewhere is not told that it changed.
 */
export async function moveNote(ctx: UserCtx, id: Note['id'], to: BoardId): Promise<Note> {
  return ctx.db.transaction().execute(async (trx) => {
    await store.takeTurn(trx, ctx.user.id)
    await holdBoard(trx, ctx, to)
    const note = await store.findNote(trx, ctx.user.id, id)
    if (note?.target.kind !== 'board') throw noteNotFound({ note_id: id })
    if (note.target.boardId === to) return note
    const target = { kind: 'board' as const, boardId: to }
    const lying = await store.countOnTarget(trx, ctx.user.id, target)
    if (lying >= MAX_NOTES_PER_BOARD) throw noteQuotaExceeded({ max: MAX_NOTES_PER_BOARD, scope: 'board' })
    await store.moveNote(trx, ctx.user.id, id, to)
    return { ...note, target }
  })
}
