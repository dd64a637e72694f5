import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { File, VersionSource } from '../file.ts'
import { textNotFound, textNotUnique } from '../problems.ts'
import { replaceExact } from '../text-edit.ts'
import { putContent } from './save.ts'

export type Replacement = { from: string; to: string; everywhere: boolean }

/** Replaces an exact text in the version that the writer saw. */
export async function replaceInFile(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number,
  { from, to, everywhere }: Replacement,
  source: VersionSource,
): Promise<File> {
  return putContent(ctx, id, prevVersion, source, (content) => {
    const replaced = replaceExact(content, from, to, everywhere)
    if (replaced.outcome === 'missing') throw textNotFound({ file_id: id })
    if (replaced.outcome === 'not_unique') throw textNotUnique({ file_id: id, count: replaced.count })
    return replaced.content
  })
}

/** At the end of whatever is there: two that append at once are both kept. */
export async function appendToFile(ctx: UserCtx, id: FileId, text: string, source: VersionSource): Promise<File> {
  return putContent(ctx, id, null, source, (content) => content + text)
}
