import type { FileId, UserId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { countByFile, countOnTarget } from '../store/notes.ts'

/** Lets a page reserve space for notes before they load, and load nothing for a file without notes. */
export async function countFileNotes(ctx: UserCtx, fileId: FileId): Promise<number> {
  return countOnTarget(ctx.db, ctx.user.id, { kind: 'file', fileId })
}

/** The notes of each of these files, in the caller's transaction; a file without notes is not in the result. */
export async function countNotesByFile(trx: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, number>> {
  return countByFile(trx, userId, ids)
}
