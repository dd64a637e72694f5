import type { BoardId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Board, MAX_BOARDS } from './board.ts'
import { boardNotFound, cannotDeleteDefault, tooManyBoards } from './problems.ts'
import * as store from './store.ts'

const DEFAULT_NAME = { he: 'הלוח שלי', en: 'My board' }

/** Every board, the default first; it exists from the first read on. */
export async function listBoards(ctx: UserCtx): Promise<Board[]> {
  const boards = await store.listBoards(ctx.db, ctx.user.id)
  if (boards.some((board) => board.isDefault)) return boards
  const board = { id: ctx.newId<'board'>(), name: DEFAULT_NAME[ctx.locale], isDefault: true, createdAt: ctx.now }
  await store.insertDefaultBoard(ctx.db, ctx.user.id, board)
  return store.listBoards(ctx.db, ctx.user.id)
}

export async function getBoard(ctx: UserCtx, id: BoardId): Promise<Board> {
  const board = await store.findBoard(ctx.db, ctx.user.id, id)
  if (!board) throw boardNotFound({ board_id: id })
  return board
}

/** For a note that is being put on it. */
export async function holdBoard(trx: Db, ctx: UserCtx, id: BoardId): Promise<Board> {
  const board = await store.lockBoard(trx, ctx.user.id, id)
  if (!board) throw boardNotFound({ board_id: id })
  return board
}

/** The default board is held meanwhile: of two on the last free place one gets it. */
export async function createBoard(ctx: UserCtx, name: string): Promise<Board> {
  const home = await defaultBoard(ctx)
  const board = { id: ctx.newId<'board'>(), name, isDefault: false, createdAt: ctx.now }
  await ctx.db.transaction().execute(async (trx) => {
    await holdBoard(trx, ctx, home.id)
    if ((await store.listBoards(trx, ctx.user.id)).length >= MAX_BOARDS) throw tooManyBoards({ max: MAX_BOARDS })
    await store.insertBoard(trx, ctx.user.id, board)
  })
  return board
}

async function defaultBoard(ctx: UserCtx): Promise<Board> {
  const home = (await listBoards(ctx)).find((board) => board.isDefault)
  if (!home) throw new Error('The default board was just made and is not there')
  return home
}

export async function renameBoard(ctx: UserCtx, id: BoardId, name: string): Promise<Board> {
  if (!(await store.renameBoard(ctx.db, ctx.user.id, id, name))) throw boardNotFound({ board_id: id })
  return getBoard(ctx, id)
}

/** Removes a board after the caller has moved away what lay on it. The default one stays. */
export async function removeBoard(
  ctx: UserCtx,
  id: BoardId,
  moveNotes: (trx: Db, to: BoardId) => Promise<void>,
): Promise<void> {
  const fallback = await defaultBoard(ctx)
  await ctx.db.transaction().execute(async (trx) => {
    const board = await holdBoard(trx, ctx, id)
    if (board.isDefault) throw cannotDeleteDefault({ board_id: id })
    await moveNotes(trx, fallback.id)
    await store.deleteBoard(trx, ctx.user.id, id)
  })
}
