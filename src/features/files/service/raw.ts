import type { UserCtx } from '#platform/ctx.ts'
import { type File, MAX_CONTENT_BYTES } from '../file.ts'
import { binaryNotSupported } from '../problems.ts'
import { decodeText } from '../text-bytes.ts'
import { saveByName } from './save-by-name.ts'

/** Of files of the default size. The limit grows with FILE_MAX_MIB. */
export const MAX_RAW_BYTES = MAX_CONTENT_BYTES

/** The request body as a file. A missing body is an empty file, because curl sends none for an empty file. */
export async function saveRaw(ctx: UserCtx, fileName: string, body: unknown): Promise<File> {
  const content = body instanceof Uint8Array ? decodeText(body) : ''
  if (content === null) throw binaryNotSupported()
  return saveByName(ctx, { fileName, content, source: 'api' })
}
