import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { CountKind } from '../counts.ts'
import { pathOf } from '../path.ts'
import { readTopCounts } from '../store/counts.ts'
import { findFile, livePaths } from '../store/files.ts'
import { suggestName } from './names.ts'

/** The menus list only the most used values: every page carries them, and a longer list is not read. */
const MOST_OF_A_KIND = 100

/** File counts per kind and in total, for the filter box. */
export async function filterCounts(ctx: UserCtx, mostOfAKind = MOST_OF_A_KIND) {
  const counts = await readTopCounts(ctx.db, ctx.user.id, mostOfAKind)
  const of = (kind: CountKind) =>
    counts.flatMap((count) => (count.kind === kind ? [{ name: count.name, n: count.n }] : []))
  const languages = of('language')
  return {
    total: languages.reduce((sum, { n }) => sum + n, 0),
    counts: {
      languages: languages.slice(0, mostOfAKind),
      tags: of('tag'),
      repos: of('repo'),
      folders: of('folder'),
      categories: of('category'),
    },
  }
}

/** Why a file cannot be restored under this name or its own, with a free name; null when it can. */
export async function restoreObstacle(
  ctx: UserCtx,
  id: FileId,
  newName?: string,
): Promise<{ fileName: string; suggestion: string } | null> {
  const file = await findFile(ctx.db, ctx.user.id, id)
  if (!file?.deletedAt) return null
  const fileName = newName ?? file.fileName
  const wanted = { folder: file.folder, fileName }
  const taken = await livePaths(ctx.db, ctx.user.id, [pathOf(wanted)])
  if (taken.length === 0) return null
  return { fileName, suggestion: await suggestName(ctx.db, ctx.user.id, wanted) }
}
