import type { UserCtx } from '#platform/ctx.ts'
import { foldersAbove } from '#features/files/public.ts'
import { folderOf } from '../links.ts'
import type { At, FolderItem, RepoTree } from '../view.ts'
import { openPath } from './open.ts'

/** What is in each folder on the way to a path, and in the path itself when it is a folder; in that one alone for one `level`. */
export async function openTree(ctx: UserCtx, at: At, path: string, isLevel: boolean): Promise<RepoTree> {
  const opened = await openPath(ctx, at, path)
  const own = opened.is === 'folder' ? opened.items : null
  if (isLevel) return { path, root: path, levels: new Map([[path, own ?? []]]) }
  const above = path === '' ? [] : ['', ...foldersAbove({ folder: folderOf(path) })]
  const found = await Promise.all(above.map((folder) => itemsOf(ctx, at, folder)))
  const levels = new Map(above.map((folder, i) => [folder, found[i] ?? []]))
  if (own) levels.set(path, own)
  return { path, root: '', levels }
}

async function itemsOf(ctx: UserCtx, at: At, folder: string): Promise<FolderItem[]> {
  const opened = await openPath(ctx, at, folder)
  return opened.is === 'folder' ? opened.items : []
}
