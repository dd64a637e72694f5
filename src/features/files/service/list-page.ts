import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findFile, liveNames } from '../store/files.ts'
import { countsOf } from './counts.ts'
import { suggestName } from './names.ts'

/** How many files there are of each kind, for the filter box of the list. */
export async function filterCounts(ctx: UserCtx) {
  const [languages, tags, repos, categories] = await Promise.all([
    countsOf(ctx, 'language'),
    countsOf(ctx, 'tag'),
    countsOf(ctx, 'repo'),
    countsOf(ctx, 'category'),
  ])
  return { languages, tags, repos, categories }
}

/** Why a file cannot leave the trash under its own name, and the name that would be free; null when nothing is in its way. */
export async function restoreObstacle(
  ctx: UserCtx,
  id: FileId,
): Promise<{ fileName: string; suggestion: string } | null> {
  const file = await findFile(ctx.db, ctx.user.id, id)
  if (!file?.deletedAt) return null
  const taken = await liveNames(ctx.db, ctx.user.id, [file.fileName])
  if (taken.length === 0) return null
  return { fileName: file.fileName, suggestion: await suggestName(ctx.db, ctx.user.id, file.fileName) }
}
