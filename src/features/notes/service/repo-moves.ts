import type { UserId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import * as store from '../store/repo-notes.ts'

/** For the page of a repository file: whether there is anything to load, and where its notes came from. */
export async function repoNotesHere(
  ctx: UserCtx,
  repoName: string,
  repoPath: string,
): Promise<{ count: number; movedFrom: string[] }> {
  return store.notesHere(ctx.db, ctx.user.id, repoName, repoPath)
}

/** For a sync: files whose notes would be lost with them. */
export async function notedPaths(db: Db, userId: UserId, repoName: string): Promise<string[]> {
  return store.notedPaths(db, userId, repoName)
}

/** Inside the transaction of a sync that found files renamed. */
export async function moveNotes(
  trx: Db,
  userId: UserId,
  repoName: string,
  renames: readonly { from: string; to: string }[],
): Promise<number> {
  return store.moveNotes(trx, userId, repoName, renames)
}
