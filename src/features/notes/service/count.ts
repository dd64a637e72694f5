import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { countOnTarget } from '../store/notes.ts'

/** Lets a page reserve space for notes before they load, and load nothing for a file without notes. */
export async function countFileNotes(ctx: UserCtx, fileId: FileId): Promise<number> {
  return countOnTarget(ctx.db, ctx.user.id, { kind: 'file', fileId })
}
