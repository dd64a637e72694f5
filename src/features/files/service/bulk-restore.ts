import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File } from '../file.ts'
import { pathOf } from '../path.ts'
import { livePaths, lockFiles } from '../store/files.ts'
import { restoreFromTrash } from '../store/trash.ts'
import { assertAllFound } from './bulk.ts'
import { retryIfNameTaken } from './name-race.ts'
import { applyToProjections } from './projections.ts'

export type RestoredMany = { restored: number; nameTaken: FileId[]; notInTrash: number; requested: number }

/**
 * Restores every file whose name is free; the others stay in the trash and are listed in the reply. A file that is not in
 * the trash is no error, so an undo whose response was lost can be sent again.
 */
export async function restoreFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<RestoredMany> {
  return retryIfNameTaken(() => ctx.db.transaction().execute((trx) => restoreInTransaction(trx, ctx, ids)))
}

async function restoreInTransaction(trx: Db, ctx: UserCtx, ids: readonly FileId[]): Promise<RestoredMany> {
  const locked = await lockFiles(trx, ctx.user.id, ids)
  assertAllFound(ids, locked)
  const trashed = locked.filter((file) => file.deletedAt).toSorted(lastDeletedFirst)
  const taken = new Set(await livePaths(trx, ctx.user.id, trashed.map(pathOf)))
  const back: File[] = []
  const nameTaken: FileId[] = []
  for (const file of trashed) {
    if (taken.has(pathOf(file))) nameTaken.push(file.id)
    else back.push(file)
    taken.add(pathOf(file))
  }
  await restoreFromTrash(
    trx,
    ctx.user.id,
    back.map(({ id }) => id),
  )
  const changes = back.map((file) => ({
    from: file,
    to: { ...file, deletedAt: null, purgeAt: null },
    isAgentWrite: true,
  }))
  await applyToProjections(trx, ctx, changes)
  return { restored: back.length, nameTaken, notInTrash: locked.length - trashed.length, requested: ids.length }
}

/** Of two files with the same path, restores the one that was deleted last. */
function lastDeletedFirst(a: File, b: File): number {
  return (b.deletedAt?.getTime() ?? 0) - (a.deletedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1)
}
