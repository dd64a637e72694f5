import type { UserCtx } from '#platform/ctx.ts'
import { isLanguage } from '#base/language/language.ts'
import {
  restoreFile,
  restoreVersion,
  setFavorites,
  setPinned,
  trashFiles,
  updateFile,
  parseFileId,
} from '#features/files/public.ts'
import { unknownLanguage } from '../problems.ts'

/** The forms of the page without script; islands call the JSON routes of the files feature. */
export async function changeDetails(
  ctx: UserCtx,
  id: string,
  prevVersion: number,
  change: { fileName?: string | undefined; language?: string | undefined },
): Promise<void> {
  if (change.language !== undefined && !isLanguage(change.language)) throw unknownLanguage({ field: 'language' })
  await updateFile(ctx, parseFileId(id), prevVersion, change, 'web')
}

export async function changeMarks(
  ctx: UserCtx,
  id: string,
  marks: { isFavorite: boolean | undefined; isPinned: boolean | undefined },
): Promise<void> {
  // Validate the id even when nothing changes, because the redirect contains it.
  const file = parseFileId(id)
  if (marks.isFavorite !== undefined) await setFavorites(ctx, [file], marks.isFavorite)
  if (marks.isPinned !== undefined) await setPinned(ctx, file, marks.isPinned)
}

export async function moveToTrash(ctx: UserCtx, id: string): Promise<void> {
  await trashFiles(ctx, [parseFileId(id)])
}

export async function restoreFromTrash(ctx: UserCtx, id: string): Promise<void> {
  await restoreFile(ctx, parseFileId(id))
}

export async function restoreVersionOf(ctx: UserCtx, id: string, version: number): Promise<void> {
  await restoreVersion(ctx, parseFileId(id), version)
}
