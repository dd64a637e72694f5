import type { BoardId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  createNoteOnBoard,
  listNoteRects,
  listNotesOnBoard,
  moveNoteToBoard,
  type Note,
  type NoteChange,
} from '#features/notes/public.ts'
import { freePosition, NEW_CARD } from '../canvas/geometry.ts'
import { getBoard, lockBoard } from './boards.ts'

export async function listBoardNotes(ctx: UserCtx, boardId: BoardId): Promise<Note[]> {
  await getBoard(ctx, boardId)
  return listNotesOnBoard(ctx, boardId)
}

export async function createBoardNote(ctx: UserCtx, boardId: BoardId, draft: NoteChange): Promise<Note> {
  const position = draft.position ?? (await chooseFreePosition(ctx, boardId, draft))
  return createNoteOnBoard(ctx, boardId, { ...draft, position }, (trx) => lockBoard(trx, ctx, boardId))
}

/** As many cards as a window shows beside one another. */
const COLUMNS = 3

/** Agents and forms send no position: at the default one their notes would hide one another. */
async function chooseFreePosition(ctx: UserCtx, boardId: BoardId, draft: NoteChange): Promise<Note['position']> {
  return freePosition(NEW_CARD, draft.size ?? NEW_CARD, await listNoteRects(ctx, boardId), COLUMNS)
}

export async function moveNote(ctx: UserCtx, id: NoteId, to: BoardId): Promise<Note> {
  return moveNoteToBoard(ctx, id, to, (trx) => lockBoard(trx, ctx, to))
}
