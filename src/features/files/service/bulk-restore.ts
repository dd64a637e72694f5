import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { countChanges } from '../counts.ts'
import type { File } from '../file.ts'
import { changeCounts } from '../store/counts.ts'
import { liveNames, lockFiles } from '../store/files.ts'
import { takeFromTrash } from '../store/trash.ts'
import { assertAllFound } from './bulk.ts'
import { againIfNameWasTaken } from './name-race.ts'

export type RestoredMany = { restored: number; nameTaken: FileId[]; notInTrash: number; requested: number }

/**
 * Out of the trash, all whose names are free; the others stay there and are told. One that is not in the trash is no
 * error: an undo whose answer was lost can simply be sent again.
 */
export async function restoreFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<RestoredMany> {
  return againIfNameWasTaken(() => ctx.db.transaction().execute((trx) => putBack(trx, ctx, ids)))
}

async function putBack(trx: Db, ctx: UserCtx, ids: readonly FileId[]): Promise<RestoredMany> {
  const locked = await lockFiles(trx, ctx.user.id, ids)
  assertAllFound(ids, locked)
  const trashed = locked.filter((file) => file.deletedAt).toSorted(lastDeletedFirst)
  const taken = new Set(
    await liveNames(
      trx,
      ctx.user.id,
      trashed.map(({ fileName }) => fileName),
    ),
  )
  const back: File[] = []
  const nameTaken: FileId[] = []
  for (const file of trashed) {
    if (taken.has(file.fileName)) nameTaken.push(file.id)
    else back.push(file)
    taken.add(file.fileName)
  }
  await takeFromTrash(
    trx,
    ctx.user.id,
    back.map(({ id }) => id),
  )
  // After the files, as a save does it: two that lock in different orders would wait for each other.
  await changeCounts(trx, ctx.user.id, countChanges(back.map((file) => ({ from: null, to: file }))))
  return { restored: back.length, nameTaken, notInTrash: locked.length - trashed.length, requested: ids.length }
}

/** Of two that had one name the later comes back: it is the one that was thrown away last. */
function lastDeletedFirst(a: File, b: File): number {
  return (b.deletedAt?.getTime() ?? 0) - (a.deletedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1)
}
