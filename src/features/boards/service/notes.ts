import type { BoardId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  createNoteOnBoard,
  listNotesOnBoard,
  moveNoteToBoard,
  type Note,
  type NoteChange,
} from '#features/notes/public.ts'
import { getBoard, lockBoard } from './boards.ts'

export async function listBoardNotes(ctx: UserCtx, boardId: BoardId): Promise<Note[]> {
  await getBoard(ctx, boardId)
  return listNotesOnBoard(ctx, boardId)
}

export async function createBoardNote(ctx: UserCtx, boardId: BoardId, draft: NoteChange): Promise<Note> {
  return createNoteOnBoard(ctx, boardId, draft, (trx) => lockBoard(trx, ctx, boardId))
}

export async function moveNote(ctx: UserCtx, id: NoteId, to: BoardId): Promise<Note> {
  return moveNoteToBoard(ctx, id, to, (trx) => lockBoard(trx, ctx, to))
}
