import type { UserCtx } from '#platform/ctx.ts'
import { wholeStream } from '#platform/git/whole.ts'
import type { At } from '../view.ts'
import { openFile, reading } from './open.ts'

/** Every byte of a file as it comes. When nothing of it can be read it is refused; when it breaks off, so does the stream. */
export async function openDownload(ctx: UserCtx, at: At, path: string, onBroken: (error: Error) => void) {
  const file = await openFile(ctx, at, path)
  const mirror = ctx.mirrors.of(at.repo.id)
  const bytes = await reading(at.repo, () => wholeStream(mirror.blobStream(file.oid), file.size, onBroken))
  return { file, bytes }
}
