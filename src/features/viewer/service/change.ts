import type { UserCtx } from '#platform/ctx.ts'
import { isLanguage } from '#base/language/language.ts'
import {
  restoreFile,
  restoreVersion,
  setFavorites,
  setPinned,
  TRASH_DAYS,
  trashFiles,
  updateFile,
} from '#features/files/public.ts'
import { unknownLanguage } from '../problems.ts'
import { fileId } from './texts.ts'

/** What the forms of the page do where there is no script; islands call the files' own JSON routes. */
export async function changeDetails(
  ctx: UserCtx,
  id: string,
  prevVersion: number,
  change: { fileName?: string | undefined; language?: string | undefined },
): Promise<void> {
  if (change.language !== undefined && !isLanguage(change.language)) throw unknownLanguage({ field: 'language' })
  await updateFile(ctx, fileId(id), prevVersion, change, 'web')
}

export async function changeMarks(
  ctx: UserCtx,
  id: string,
  marks: { isFavorite: boolean | undefined; isPinned: boolean | undefined },
): Promise<void> {
  if (marks.isFavorite !== undefined) await setFavorites(ctx, [fileId(id)], marks.isFavorite)
  if (marks.isPinned !== undefined) await setPinned(ctx, fileId(id), marks.isPinned)
}

export async function moveToTrash(ctx: UserCtx, id: string): Promise<void> {
  await trashFiles(ctx, [fileId(id)], TRASH_DAYS)
}

export async function takeFromTrash(ctx: UserCtx, id: string): Promise<void> {
  await restoreFile(ctx, fileId(id))
}

export async function bringBackVersion(ctx: UserCtx, id: string, version: number): Promise<void> {
  await restoreVersion(ctx, fileId(id), version)
}
