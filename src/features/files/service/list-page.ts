import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { CountKind } from '../counts.ts'
import { readTopCounts } from '../store/counts.ts'
import { findFile, liveNames } from '../store/files.ts'
import { suggestName } from './names.ts'

/** Beyond these a person types the whole name: nobody reads a longer list, and every page carries it. */
const MOST_OF_A_KIND = 100

/** How many files there are of each kind, for the filter box of the list, and in all. */
export async function filterCounts(ctx: UserCtx) {
  const counts = await readTopCounts(ctx.db, ctx.user.id, MOST_OF_A_KIND)
  const of = (kind: CountKind) =>
    counts.flatMap((count) => (count.kind === kind ? [{ name: count.name, n: count.n }] : []))
  const languages = of('language')
  return {
    total: languages.reduce((sum, { n }) => sum + n, 0),
    counts: {
      languages: languages.slice(0, MOST_OF_A_KIND),
      tags: of('tag'),
      repos: of('repo'),
      categories: of('category'),
    },
  }
}

/** Why a file cannot leave the trash under this name, or its own, and one that would be free; null when nothing is in its way. */
export async function restoreObstacle(
  ctx: UserCtx,
  id: FileId,
  newName?: string,
): Promise<{ fileName: string; suggestion: string } | null> {
  const file = await findFile(ctx.db, ctx.user.id, id)
  if (!file?.deletedAt) return null
  const fileName = newName ?? file.fileName
  const taken = await liveNames(ctx.db, ctx.user.id, [fileName])
  if (taken.length === 0) return null
  return { fileName, suggestion: await suggestName(ctx.db, ctx.user.id, fileName) }
}
