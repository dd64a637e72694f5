import type { UserCtx } from '#platform/ctx.ts'
import { exactSizeStream } from '#platform/git/exact-size-stream.ts'
import type { At } from '../view.ts'
import { openFile, reading } from './open.ts'

/** Streams every byte of a file. Rejects when nothing can be read; destroys the stream when git fails half-way. */
export async function openDownload(ctx: UserCtx, at: At, path: string, onBroken: (error: Error) => void) {
  const file = await openFile(ctx, at, path)
  const mirror = ctx.mirrors.of(at.repo)
  const bytes = await ctx.slots.transfers.stream(ctx.user.id, () =>
    reading(at.repo, () => exactSizeStream(mirror.blobStream(file.oid), file.size, onBroken)),
  )
  return { file, bytes }
}
