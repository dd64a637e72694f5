import type { UserCtx } from '#platform/ctx.ts'
import { foldersAbove, getFile, listFolderContents, parseFileId } from '#features/files/public.ts'
import type { FileTree } from '../view.ts'

type Query = { folder?: string | undefined; level?: '1' | undefined }

/** The library around a file: what is in each folder on the way to it, or on the way to the asked folder. */
export async function openTree(ctx: UserCtx, id: string, { folder, level }: Query): Promise<FileTree> {
  const file = await getFile(ctx, parseFileId(id))
  const open = folder ?? file.folder
  const root = level ? open : ''
  const opened = level ? [open] : ['', ...foldersAbove({ folder: open })]
  return { file, root, opened: new Set(opened), contents: await listFolderContents(ctx, opened) }
}
