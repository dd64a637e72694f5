import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { undoFileWrites } from '#features/files/public.ts'
import { isRunning, type Move, type MoveId, type UndoResult } from '../move.ts'
import { moveNotFound, moveRunning, moveUndone } from '../problems.ts'
import * as store from '../store.ts'

/** Files in one transaction: it locks the counts of the user, for which other writes wait. */
const BATCH = 50

export async function listMoves(ctx: UserCtx): Promise<Move[]> {
  return store.listMoves(ctx.db, ctx.user.id)
}

/**
 * Undoes a move: new files go to the trash, and updated ones get their earlier text as a new version. Files that somebody
 * changed since are kept and listed. It works in batches, so an undo that was interrupted can be repeated and goes on.
 */
export async function undoMove(ctx: UserCtx, id: MoveId): Promise<UndoResult> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute((trx) => undoBatch(trx, ctx, id))
    if (isDone) break
  }
  const kept = await store.listKept(ctx.db, ctx.user.id, id)
  return { undone: await store.countUndone(ctx.db, ctx.user.id, id), kept }
}

/** Returns whether nothing is left to undo. */
async function undoBatch(trx: Db, ctx: UserCtx, id: MoveId): Promise<boolean> {
  const found = await store.lockMove(trx, ctx.user.id, id)
  if (!found) throw moveNotFound({ move_id: id })
  if (found.undoneAt) throw moveUndone({ move_id: id, undone_at: found.undoneAt.toISOString() })
  if (isRunning(found, ctx.now)) throw moveRunning({ move_id: id })
  const files = await store.listOpenFiles(trx, ctx.user.id, id, BATCH)
  for (const { fileId, before, after } of files) {
    const outcome = await undoFileWrites(trx, ctx, fileId, [{ before, after }])
    await store.setUndo(trx, ctx.user.id, id, fileId, outcome)
  }
  if (files.length === BATCH) return false
  await store.markUndone(trx, ctx.user.id, id, ctx.now)
  return true
}
