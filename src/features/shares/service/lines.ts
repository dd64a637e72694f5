import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getVersion } from '#features/files/public.ts'
import type { LineRange } from '#features/viewer/public.ts'
import { shareLinesNotFound } from '../problems.ts'

/** Rejects lines that the version does not have: shortening the range would share other lines than the owner chose. */
export async function assertLines(ctx: UserCtx, id: FileId, version: number, { from, to }: LineRange): Promise<void> {
  const { lineCount } = await getVersion(ctx, id, version)
  if (to > lineCount) throw shareLinesNotFound({ line_start: from, line_end: to, line_count: lineCount })
}
