import type { FileId } from '#base/ids.ts'
import { nextMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { MAX_TREE_FILES, MAX_TREE_FOLDERS } from '../file.ts'
import type { FolderContents } from '../folder-contents.ts'
import { foldersAbove, pathOf } from '../path.ts'
import { nameTaken } from '../problems.ts'
import type { Count } from '../store/counts.ts'
import { livePaths } from '../store/files.ts'
import { listDirectlyIn, listFolders } from '../store/folders.ts'
import { lockAllLive } from './bulk.ts'
import { retryIfNameTaken } from './name-race.ts'
import { assertFolder, suggestName } from './names.ts'
import { recordDetails } from './update.ts'

export type FolderTree = { folders: Count[]; hasMore: boolean }

/** The folders on the way to the open one: those outside every folder, and those in each folder above and in itself. */
export async function folderTree(ctx: UserCtx, open: string): Promise<FolderTree> {
  const parents = ['', ...foldersAbove({ folder: open })]
  const found = await listFolders(ctx.db, ctx.user.id, parents, MAX_TREE_FOLDERS + 1)
  return { folders: found.slice(0, MAX_TREE_FOLDERS), hasMore: found.length > MAX_TREE_FOLDERS }
}

/** What is directly in these folders; the empty one is the root. */
export async function listFolderContents(ctx: UserCtx, parents: readonly string[]): Promise<FolderContents> {
  const [folders, files] = await Promise.all([
    listFolders(ctx.db, ctx.user.id, parents, MAX_TREE_FOLDERS + 1),
    listDirectlyIn(ctx.db, ctx.user.id, parents, MAX_TREE_FILES + 1),
  ])
  const inEach = Map.groupBy(files, ({ folder }) => folder)
  return {
    folders: folders.slice(0, MAX_TREE_FOLDERS).map(({ name }) => name),
    hasMore: folders.length > MAX_TREE_FOLDERS,
    files: [...inEach.values()].flatMap((all) => all.slice(0, MAX_TREE_FILES)),
    cut: new Set([...inEach].flatMap(([folder, all]) => (all.length > MAX_TREE_FILES ? [folder] : []))),
  }
}

/** Moves all of these files into a folder, or none when a name is taken there. Returns how many were elsewhere. */
export async function moveFiles(ctx: UserCtx, ids: readonly FileId[], folder: string): Promise<number> {
  assertFolder(folder)
  return retryIfNameTaken(() =>
    ctx.db.transaction().execute(async (trx) => {
      const moving = (await lockAllLive(trx, ctx, ids))
        .filter((file) => file.folder !== folder)
        .map((from) => ({ from, to: { ...from, folder, updatedAt: nextMoment(ctx.now, from.updatedAt) } }))
      const used = new Set(
        await livePaths(
          trx,
          ctx.user.id,
          moving.map(({ to }) => pathOf(to)),
        ),
      )
      for (const { to } of moving) {
        if (used.has(pathOf(to)))
          throw nameTaken({ file_name: to.fileName, suggestion: await suggestName(trx, ctx.user.id, to) })
        used.add(pathOf(to))
      }
      await recordDetails(trx, ctx, moving)
      return moving.length
    }),
  )
}
