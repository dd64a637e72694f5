import { type BoardId, copyIdRange, importedId } from '#base/ids.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertWithinQuota, type Quota, withQuota } from '#platform/db/quota.ts'
import { bindNames } from '#features/links/public.ts'
import { moveBoardNotes } from '#features/notes/public.ts'
import { type Board, isBoardName, MAX_BOARDS } from '../board.ts'
import { boardNotFound, cannotDeleteDefault, invalidBoardExport, tooManyBoards } from '../problems.ts'
import * as store from '../store.ts'

const DEFAULT_NAME = { he: 'הלוח שלי', en: 'My board' }

/** Every board, the default first; it exists from the first read on. */
export async function listBoards(ctx: UserCtx): Promise<Board[]> {
  const boards = await store.listBoards(ctx.db, ctx.user.id)
  if (boards.some((board) => board.isDefault)) return boards
  const board = { id: ctx.newId<'board'>(), name: DEFAULT_NAME[ctx.locale], isDefault: true, createdAt: ctx.now }
  await store.insertDefaultBoard(ctx.db, ctx.user.id, board)
  return store.listBoards(ctx.db, ctx.user.id)
}

/**
 * The boards as a page lists them. The default board is created in the language of the first request, which may be that of a program; its
 * name follows the language of the reader until they name the board themselves.
 */
export async function listBoardsForPage(ctx: UserCtx): Promise<Board[]> {
  const boards = await listBoards(ctx)
  const home = boards.find((board) => board.isDefault)
  const name = DEFAULT_NAME[ctx.locale]
  if (!home || home.name === name || !Object.values(DEFAULT_NAME).includes(home.name)) return boards
  const isRenamed = await store.renameBoard(ctx.db, ctx.user.id, home.id, name, home.name)
  return isRenamed ? boards.map((board) => (board === home ? { ...home, name } : board)) : listBoards(ctx)
}

/** The boards that have a row; reading them creates none. */
export async function listExistingBoards(ctx: UserCtx): Promise<Board[]> {
  return store.listBoards(ctx.db, ctx.user.id)
}

export async function getBoard(ctx: UserCtx, id: BoardId): Promise<Board> {
  const board = await store.findBoard(ctx.db, ctx.user.id, id)
  if (!board) throw boardNotFound({ board_id: id })
  return board
}

/** Locks the board until the transaction ends: it cannot be deleted while a note is created on it or moved to it. */
export async function lockBoard(trx: Db, ctx: UserCtx, id: BoardId): Promise<Board> {
  const board = await store.lockBoard(trx, ctx.user.id, id)
  if (!board) throw boardNotFound({ board_id: id })
  return board
}

export async function createBoard(ctx: UserCtx, name: string): Promise<Board> {
  const board = { id: ctx.newId<'board'>(), name, isDefault: false, createdAt: ctx.now }
  // The default board counts too, and must exist before the others.
  await defaultBoard(ctx)
  await insertWithinQuota(ctx.db, ctx.user.id, boardQuota(ctx), (trx) => insertBoard(trx, ctx, board))
  return board
}

async function insertBoard(trx: Db, ctx: UserCtx, board: Board): Promise<void> {
  await store.insertBoard(trx, ctx.user.id, board)
  await bindNames(trx, ctx.user.id, { kind: 'board', id: board.id, names: [board.name] })
}

function boardQuota(ctx: UserCtx): Quota {
  return { max: MAX_BOARDS, count: (trx) => store.countBoards(trx, ctx.user.id), exceeded: tooManyBoards }
}

async function defaultBoard(ctx: UserCtx): Promise<Board> {
  const home = (await listBoards(ctx)).find((board) => board.isDefault)
  if (!home) throw new Error('The default board was inserted but not found')
  return home
}

export async function renameBoard(ctx: UserCtx, id: BoardId, name: string): Promise<Board> {
  return ctx.db.transaction().execute(async (trx) => {
    const board = await lockBoard(trx, ctx, id)
    await store.renameBoard(trx, ctx.user.id, id, name)
    await bindNames(trx, ctx.user.id, { kind: 'board', id, names: [board.name, name] })
    return { ...board, name }
  })
}

/** Deletes a board and none of its notes, which move to the default board. Returns how many moved. */
export async function deleteBoard(ctx: UserCtx, id: BoardId): Promise<number> {
  const home = await defaultBoard(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const board = await lockBoard(trx, ctx, id)
    if (board.isDefault) throw cannotDeleteDefault({ board_id: id })
    const moved = await moveBoardNotes(trx, ctx, id, home.id)
    await store.deleteBoard(trx, ctx.user.id, id)
    return moved
  })
}

/** `name_kept`: the board is here under another name. */
type Imported = { board: Board; outcome: 'saved' | 'unchanged' | 'name_kept' }

/** An exported default board becomes the default board here; a copy of any other board is recognised by its id. */
export async function importBoard(ctx: UserCtx, exported: Board): Promise<Imported> {
  if (!isBoardName(exported.name)) throw invalidBoardExport({ field: 'name' })
  const id = importedId(exported.id, sha256(`${ctx.user.id}:${exported.id}`).toString('hex'))
  const board = { ...exported, id }
  if (board.isDefault) return importDefaultBoard(ctx, board)
  await defaultBoard(ctx)
  // The lock also serialises concurrent imports of one export: the second finds the board of the first.
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const present = await store.findInRange(trx, ctx.user.id, copyIdRange(id))
    if (present) return { board: present, outcome: present.name === board.name ? 'unchanged' : 'name_kept' }
    await assertFreeSlot(boardQuota(ctx))
    await insertBoard(trx, ctx, board)
    return { board, outcome: 'saved' }
  })
}

/** A default board that was never renamed takes the exported name. */
async function importDefaultBoard(ctx: UserCtx, exported: Board): Promise<Imported> {
  if (await store.insertDefaultBoard(ctx.db, ctx.user.id, exported)) return { board: exported, outcome: 'saved' }
  const board = await defaultBoard(ctx)
  if (board.name === exported.name) return { board, outcome: 'unchanged' }
  if (!Object.values(DEFAULT_NAME).includes(board.name)) return { board, outcome: 'name_kept' }
  return { board: await renameBoard(ctx, board.id, exported.name), outcome: 'saved' }
}
