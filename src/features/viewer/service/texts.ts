import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type File, fileNotFound, getContent, getFile } from '#features/files/public.ts'

/** What is not an id cannot exist: the same answer as an unknown file. */
export function fileId(id: string): FileId {
  return idOr<'file'>(id, () => fileNotFound({ file_id: id }))
}

/** The text of one version, the newest when none is asked for, exactly as it was stored. */
export async function readText(
  ctx: UserCtx,
  id: string,
  version: number | undefined,
): Promise<{ file: File; text: string }> {
  const file = await getFile(ctx, fileId(id))
  return { file, text: await getContent(ctx, file, version ?? file.version) }
}
