import { type Packed, unpackBytesAsync } from '#platform/db/body-codec.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type File, getFile, getPackedContent, parseFileId } from '#features/files/public.ts'

/** `stored` is the text as it is stored, the same bytes for the same text; `unpack` returns it exactly as it was saved. */
export type StoredText = { file: File; stored: Uint8Array; unpack: () => Promise<Buffer> }

/** The text of one version, the newest by default. */
export async function readText(ctx: UserCtx, id: string, version: number | undefined): Promise<StoredText> {
  const file = await getFile(ctx, parseFileId(id))
  const inTurn = <T>(work: () => Promise<T>) => ctx.slots.texts.run(ctx.user.id, work)
  const packed: Packed = await inTurn(() => getPackedContent(ctx, file, version ?? file.version))
  return { file, stored: packed.body, unpack: () => inTurn(() => unpackBytesAsync(packed)) }
}
