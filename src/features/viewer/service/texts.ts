import type { UserCtx } from '#platform/ctx.ts'
import { type File, getContent, getFile, parseFileId } from '#features/files/public.ts'

/** The text of one version, the newest by default, exactly as it was saved. */
export async function readText(
  ctx: UserCtx,
  id: string,
  version: number | undefined,
): Promise<{ file: File; text: string }> {
  const file = await getFile(ctx, parseFileId(id))
  return { file, text: await getContent(ctx, file, version ?? file.version) }
}
