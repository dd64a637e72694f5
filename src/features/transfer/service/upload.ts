import type { UserCtx } from '#platform/ctx.ts'
import type { Incoming } from '#platform/incoming.ts'
import { MAX_CONTENT_BYTES, MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, takeInUpload } from '#features/files/public.ts'
import { type Taken, toTaken } from './outcomes.ts'

export const UPLOAD_LIMITS = { files: MAX_UPLOAD_FILES, bytes: MAX_UPLOAD_BYTES }
export const MAX_FILE_BYTES = MAX_CONTENT_BYTES

export async function upload(ctx: UserCtx, parts: AsyncIterable<Incoming>, isGone: () => boolean): Promise<Taken> {
  return toTaken(await takeInUpload(ctx, parts, isGone), ctx.locale)
}
