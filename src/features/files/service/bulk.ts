import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { dbDeleteFileError } from '../events.ts'
import { type File, MAX_TAGS, TRASH_DAYS } from '../file.ts'
import { someFilesNotFound, tooManyTags } from '../problems.ts'
import * as files from '../store/files.ts'
import { moveToTrash } from '../store/trash.ts'
import { reporting } from './report.ts'
import { applyToProjections } from './projections.ts'

/** Requires that all files are live and owned by this user; otherwise nothing is done. */
export async function lockAllLive(trx: Db, ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  const locked = (await files.lockFiles(trx, ctx.user.id, ids)).filter((file) => !file.deletedAt)
  assertAllFound(ids, locked)
  return locked
}

/** Files of other users and unknown files get the same problem. */
export function assertAllFound(ids: readonly FileId[], found: readonly File[]): void {
  const present = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !present.has(id))
  if (missing.length > 0) throw someFilesNotFound({ file_ids: missing })
}

export async function setFavorites(ctx: UserCtx, ids: readonly FileId[], isFavorite: boolean): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const changing = (await lockAllLive(trx, ctx, ids)).filter((file) => file.isFavorite !== isFavorite)
    await files.setFavorite(
      trx,
      ctx.user.id,
      changing.map(({ id }) => id),
      isFavorite,
      ctx.now,
    )
    await applyToProjections(
      trx,
      ctx,
      changing.map((file) => ({ from: file, to: { ...file, isFavorite } })),
    )
    return changing.length
  })
}

export async function setPinned(ctx: UserCtx, id: FileId, isPinned: boolean): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lockAllLive(trx, ctx, [id])
    await files.setPinned(trx, ctx.user.id, id, isPinned, ctx.now)
  })
}

/** Adds the tags; a tag that a file already has is not repeated. */
export async function addTags(ctx: UserCtx, ids: readonly FileId[], tags: readonly string[]): Promise<number> {
  const add = async (trx: Db) => {
    const steps = (await lockAllLive(trx, ctx, ids))
      .map((file) => ({ from: file, to: { ...file, tags: [...new Set([...file.tags, ...tags])] } }))
      .filter(({ from, to }) => to.tags.length > from.tags.length)
    const full = steps.find(({ to }) => to.tags.length > MAX_TAGS)
    if (full) throw tooManyTags({ field: 'tags', max: MAX_TAGS, file_id: full.to.id })
    for (const { to } of steps) await files.setTags(trx, ctx.user.id, to.id, to.tags, ctx.now)
    await applyToProjections(
      trx,
      ctx,
      steps.map((step) => ({ ...step, search: { changed: 'details' }, isAgentWrite: true })),
    )
    return steps.length
  }
  return ctx.slots.bulkWrites.run(ctx.user.id, () => ctx.db.transaction().execute(add))
}

export type Trashed = { deleted: number; skippedAlreadyDeleted: number; requested: number }

export async function trashFiles(ctx: UserCtx, ids: readonly FileId[], days = TRASH_DAYS): Promise<Trashed> {
  return reporting(ctx, dbDeleteFileError, () =>
    ctx.db.transaction().execute(async (trx) => {
      const locked = await files.lockFiles(trx, ctx.user.id, ids)
      assertAllFound(ids, locked)
      const live = locked.filter((file) => !file.deletedAt)
      await moveToTrash(
        trx,
        ctx.user.id,
        live.map(({ id }) => id),
        ctx.now,
        addSeconds(ctx.now, days * SECONDS_PER_DAY),
      )
      await applyToProjections(
        trx,
        ctx,
        live.map((file) => ({ from: file, to: { ...file, deletedAt: ctx.now }, isAgentWrite: true })),
      )
      return { deleted: live.length, skippedAlreadyDeleted: locked.length - live.length, requested: ids.length }
    }),
  )
}

export async function findLiveFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  return files.findFiles(ctx.db, ctx.user.id, ids)
}

/** For a zip or a link: requires that every file is live. */
export async function getLiveFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  const found = await findLiveFiles(ctx, ids)
  assertAllFound(ids, found)
  return found
}
