import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { countChanges } from '../counts.ts'
import { dbDeleteFileError } from '../events.ts'
import { type File, MAX_TAGS } from '../file.ts'
import { someFilesNotFound, tooManyTags } from '../problems.ts'
import { searchDoc } from '../search.ts'
import { readLatest } from '../store/bodies.ts'
import { changeCounts } from '../store/counts.ts'
import * as files from '../store/files.ts'
import { putSearchDoc } from '../store/search-docs.ts'
import { moveToTrash } from '../store/trash.ts'
import { reporting } from './report.ts'

/** All of them live and this person's, or nothing is done. */
async function lockAllLive(trx: Db, ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  const locked = (await files.lockFiles(trx, ctx.user.id, ids)).filter((file) => !file.deletedAt)
  assertAllFound(ids, locked)
  return locked
}

/** Others' files and unknown ones look alike. */
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
    await changeCounts(
      trx,
      ctx.user.id,
      countChanges(changing.map((file) => ({ from: file, to: { ...file, isFavorite } }))),
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

/** Adds the tags; those that a file has already stay once. */
export async function addTags(ctx: UserCtx, ids: readonly FileId[], tags: readonly string[]): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const steps = (await lockAllLive(trx, ctx, ids))
      .map((file) => ({ from: file, to: { ...file, tags: [...new Set([...file.tags, ...tags])] } }))
      .filter(({ from, to }) => to.tags.length > from.tags.length)
    const full = steps.find(({ to }) => to.tags.length > MAX_TAGS)
    if (full) throw tooManyTags({ field: 'tags', max: MAX_TAGS, file_id: full.to.id })
    const texts = await readLatest(
      trx,
      ctx.user.id,
      steps.map(({ to }) => to.id),
    )
    for (const { to } of steps) {
      await files.setTags(trx, ctx.user.id, to.id, to.tags, ctx.now)
      await putSearchDoc(trx, ctx.user.id, to.id, searchDoc(to, texts.get(to.id) ?? ''))
    }
    await changeCounts(trx, ctx.user.id, countChanges(steps))
    return steps.length
  })
}

export type Trashed = { deleted: number; skippedAlreadyDeleted: number; requested: number }

export async function trashFiles(ctx: UserCtx, ids: readonly FileId[], days: number): Promise<Trashed> {
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
      await changeCounts(trx, ctx.user.id, countChanges(live.map((file) => ({ from: file, to: null }))))
      return { deleted: live.length, skippedAlreadyDeleted: locked.length - live.length, requested: ids.length }
    }),
  )
}

/** For a zip or a link: every one of them, live. */
export async function findAllLive(ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  const found = await files.findFiles(ctx.db, ctx.user.id, ids)
  assertAllFound(ids, found)
  return found
}
