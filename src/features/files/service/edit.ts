import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { File, VersionSource } from '../file.ts'
import { textNotFound, textNotUnique } from '../problems.ts'
import { replaceExact } from '../text-edit.ts'
import { editContent } from './update.ts'

export type Replacement = { from: string; to: string; everywhere: boolean }

/** Replaces an exact text in the version that the client saw. */
export async function replaceInFile(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number,
  { from, to, everywhere }: Replacement,
  source: VersionSource,
): Promise<File> {
  return editContent(ctx, id, prevVersion, source, (content) => {
    const replaced = replaceExact(content, from, to, everywhere)
    if (replaced.outcome === 'missing') throw textNotFound({ file_id: id })
    if (replaced.outcome === 'not_unique') throw textNotUnique({ file_id: id, count: replaced.count })
    return replaced.content
  })
}

/** Appends to the current text under the row lock, so that two concurrent appends are both kept. */
export async function appendToFile(ctx: UserCtx, id: FileId, text: string, source: VersionSource): Promise<File> {
  return editContent(ctx, id, null, source, (content) => content + text)
}
