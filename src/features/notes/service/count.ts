import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { countOnTarget } from '../store/notes.ts'

/** So that a page keeps their room free before they arrive, and loads nothing for a file without any. */
export async function countFileNotes(ctx: UserCtx, fileId: FileId): Promise<number> {
  return countOnTarget(ctx.db, ctx.user.id, { kind: 'file', fileId })
}
