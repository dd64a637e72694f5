import type { BoardId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { countNotesByBoard, listNotesOnBoard, type Note } from '#features/notes/public.ts'
import { type Board, isBoardName } from '../board.ts'
import type { BoardEntry } from '../board-list.ts'
import { createBoard, getBoard, listBoardsForPage, renameBoard } from './boards.ts'

/** Every board with the number of its notes, the default first. */
export async function boardEntries(ctx: UserCtx): Promise<BoardEntry[]> {
  const boards = await listBoardsForPage(ctx)
  const counts = await countNotesByBoard(ctx)
  return boards.map((board) => ({ ...board, notes: counts.get(board.id) ?? 0 }))
}

export type OpenBoard = { board: BoardEntry; boards: Board[]; notes: Note[] }

/** The data of a board page. */
export async function openBoard(ctx: UserCtx, id: BoardId): Promise<OpenBoard> {
  const boards = await listBoardsForPage(ctx)
  const [board, notes] = await Promise.all([getBoard(ctx, id), listNotesOnBoard(ctx, id)])
  return { board: { ...board, notes: notes.length }, boards, notes }
}

/** Null when the form sent no valid name: the page then shows the form again with the reason. */
export async function addBoard(ctx: UserCtx, name: string): Promise<Board | null> {
  return isBoardName(name) ? createBoard(ctx, name) : null
}

export async function nameBoard(ctx: UserCtx, id: BoardId, name: string): Promise<Board | null> {
  return isBoardName(name) ? renameBoard(ctx, id, name) : null
}
