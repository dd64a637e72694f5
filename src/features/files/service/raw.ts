import type { UserCtx } from '#platform/ctx.ts'
import { type File, MAX_CONTENT_BYTES } from '../file.ts'
import { binaryNotSupported } from '../problems.ts'
import { decodeText } from '../text-bytes.ts'
import { saveByName } from './save.ts'

export const MAX_RAW_BYTES = MAX_CONTENT_BYTES

/** The body of a request as a file. No body at all is an empty file: curl sends nothing for an empty one. */
export async function saveRaw(ctx: UserCtx, fileName: string, body: unknown): Promise<File> {
  const content = body instanceof Uint8Array ? decodeText(body) : ''
  if (content === null) throw binaryNotSupported()
  return saveByName(ctx, { fileName, content, source: 'api' })
}
