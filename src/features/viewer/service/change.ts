import type { UserCtx } from '#platform/ctx.ts'
import { isLanguage } from '#base/language/language.ts'
import { charLength } from '#base/text.ts'
import {
  descriptionTooLong,
  getFile,
  invalidTags,
  MAX_DESCRIPTION_CHARS,
  MAX_TAGS,
  restoreFile,
  restoreVersion,
  setFavorites,
  setPinned,
  trashFiles,
  updateFile,
  parseFileId,
  parsePath,
  readTags,
} from '#features/files/public.ts'
import { writeTags } from '../about.ts'
import { unknownLanguage } from '../problems.ts'

type DetailsForm = Partial<Record<'path' | 'language' | 'description' | 'tags', string | undefined>>

/** The forms of the page without script; islands call the JSON routes of the files feature. */
export async function changeDetails(
  ctx: UserCtx,
  id: string,
  prevVersion: number,
  { path, language, ...about }: DetailsForm,
): Promise<void> {
  if (language !== undefined && !isLanguage(language)) throw unknownLanguage({ field: 'language' })
  const located = path === undefined ? {} : parsePath(path)
  const said = await changedAbout(ctx, id, about)
  await updateFile(ctx, parseFileId(id), prevVersion, { ...located, language, ...said }, 'web')
}

/** Only what was changed: forms turn line ends into CRLF, and a tag with a comma survives a change of the description. */
async function changedAbout(
  ctx: UserCtx,
  id: string,
  { description, tags }: Pick<DetailsForm, 'description' | 'tags'>,
) {
  if (description === undefined && tags === undefined) return {}
  const file = await getFile(ctx, parseFileId(id))
  const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n')
  const text = plain(description ?? file.description)
  if (charLength(text) > MAX_DESCRIPTION_CHARS)
    throw descriptionTooLong({ field: 'description', max: MAX_DESCRIPTION_CHARS })
  const list = tags === undefined || tags === writeTags(file.tags) ? file.tags : readTags([tags])
  if (list === null) throw invalidTags({ field: 'tags', max: MAX_TAGS })
  return { description: text === plain(file.description) ? file.description : text, tags: list }
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

/** Returns the number of the newest version, which is the restored one. */
export async function restoreVersionOf(ctx: UserCtx, id: string, version: number): Promise<number> {
  const file = await restoreVersion(ctx, parseFileId(id), version)
  return file.version
}
