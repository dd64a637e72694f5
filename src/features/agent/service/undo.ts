import { parseId } from '#base/ids.ts'
import { SITE_ZONE } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { undoFileWrites } from '#features/files/public.ts'
import { undoNoteWrites } from '#features/notes/public.ts'
import { readPersonal } from '#features/settings/public.ts'
import {
  groupByResource,
  type Since,
  undoStart,
  type TokenId,
  type UndoReason,
  type UndoResult,
  type Write,
} from '../act.ts'
import * as store from '../store.ts'

/**
 * Undoes what a token wrote since a moment, each resource in its own transaction. Resources that changed after the token's
 * write are skipped and reported with the reason.
 */
export async function undoSince(ctx: UserCtx, tokenId: TokenId, since: Since): Promise<UndoResult> {
  const { timeZone } = await readPersonal(ctx)
  const from = undoStart(since, ctx.now, timeZone ?? SITE_ZONE)
  const result: UndoResult = { undone: [], leftAlone: [] }
  for (const writes of groupByResource(await store.listOpenWrites(ctx.db, ctx.user.id, tokenId, from))) {
    const [first] = writes
    if (!first) continue
    const outcome = await undoThing(ctx, writes)
    const { resource, title } = first
    if (outcome === 'undone') result.undone.push({ resource, title })
    else if (outcome) result.leftAlone.push({ resource, title, reason: outcome })
  }
  return result
}

/** Thrown to roll back the transaction. */
class LeftAlone extends Error {
  /** Null when a concurrent undo claimed the writes first. */
  readonly reason: UndoReason | null

  constructor(reason: UndoReason | null) {
    super('left alone')
    this.reason = reason
  }
}

async function undoThing(ctx: UserCtx, writes: readonly Write[]): Promise<'undone' | UndoReason | null> {
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const ids = writes.map(({ id }) => id)
      if (!(await store.markUndone(trx, ctx.user.id, ids, ctx.now))) throw new LeftAlone(null)
      const outcome = await undoIn(trx, ctx, writes)
      if (outcome !== 'undone') throw new LeftAlone(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof LeftAlone) return error.reason
    throw error
  }
}

async function undoIn(trx: Db, ctx: UserCtx, writes: readonly Write[]): Promise<'undone' | UndoReason> {
  const resource = writes[0]?.resource
  const id = resource?.id ?? ''
  if (resource?.type === 'file') {
    const fileId = parseId<'file'>(id)
    return fileId ? undoFileWrites(trx, ctx, fileId, writes) : 'gone'
  }
  const noteId = parseId<'note'>(id)
  return noteId ? undoNoteWrites(trx, ctx, noteId, writes) : 'gone'
}
