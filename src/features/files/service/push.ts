import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { unpackBody } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import { type File, TRASH_DAYS } from '../file.ts'
import * as bodies from '../store/bodies.ts'
import * as files from '../store/files.ts'
import { moveToTrash } from '../store/trash.ts'
import { parsePath } from './names.ts'
import { packText } from './pack-text.ts'
import { applyToProjections } from './projections.ts'
import { putVersion } from './record-version.ts'
import { createFile } from './save-by-name.ts'
import { changedFile, recordDetails } from './update.ts'

/**
 * Writes of a git push: many files in one transaction of the caller, who locks the existing ones first. The texts and names obey
 * the same rules as in any other save.
 */
export async function lockLiveFiles(trx: Db, ctx: UserCtx, ids: readonly FileId[]): Promise<Map<FileId, File>> {
  const live = (await files.lockFiles(trx, ctx.user.id, ids)).filter(({ deletedAt }) => !deletedAt)
  return new Map(live.map((file) => [file.id, file]))
}

export async function createPushed(trx: Db, ctx: UserCtx, path: string, content: string): Promise<File> {
  return createFile(trx, ctx, { ...parsePath(path), content, source: 'api' })
}

/** The next version, under another path if it was renamed. `content` null: only the path changes. */
export async function updatePushed(
  trx: Db,
  ctx: UserCtx,
  present: File,
  { path, content }: { path: string; content: string | null },
): Promise<File> {
  const located = parsePath(path)
  if (content === null) {
    const text = unpackBody(await bodies.getPacked(trx, ctx.user.id, present.id, present.version))
    const to = changedFile(ctx, present, { ...located, content: text })
    await recordDetails(trx, ctx, [{ from: present, to }])
    return to
  }
  const to = changedFile(ctx, present, { ...located, content })
  return putVersion(trx, ctx, { from: present, to }, await packText(ctx, content), 'api')
}

export async function trashPushed(trx: Db, ctx: UserCtx, present: File): Promise<void> {
  await moveToTrash(trx, ctx.user.id, [present.id], ctx.now, addSeconds(ctx.now, TRASH_DAYS * SECONDS_PER_DAY))
  await applyToProjections(trx, ctx, [{ from: present, to: { ...present, deletedAt: ctx.now }, isAgentWrite: true }])
}
