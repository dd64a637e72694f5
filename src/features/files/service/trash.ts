import type { Cursor } from '#base/cursor.ts'
import type { FileId, UserId } from '#base/ids.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { countChanges } from '../counts.ts'
import { dbDeleteFileError, recycleBinIndexMissing } from '../events.ts'
import type { File } from '../file.ts'
import { fileNotFound } from '../problems.ts'
import { dropUnusedBlobs, hashesOf } from '../store/bodies.ts'
import { changeCounts } from '../store/counts.ts'
import { lockFile } from '../store/files.ts'
import * as trash from '../store/trash.ts'
import { againIfNameWasTaken } from './name-race.ts'
import { reporting } from './report.ts'
import { assertNameFree, renameFile } from './save.ts'

const PAGE = 50

export async function listTrash(
  ctx: UserCtx,
  cursor: Cursor<'file'> | null,
): Promise<{ files: File[]; hasMore: boolean }> {
  const found = await trash.listTrash(ctx.db, ctx.user.id, cursor, PAGE + 1)
  return { files: found.slice(0, PAGE), hasMore: found.length > PAGE }
}

/**
 * Back to where it was, under its own id, with every version. A name that was taken meanwhile is refused with a suggestion;
 * `newName` restores it under another one.
 */
export async function restoreFile(ctx: UserCtx, id: FileId, newName?: string): Promise<File> {
  return againIfNameWasTaken(() => ctx.db.transaction().execute((trx) => putBack(trx, ctx, id, newName)))
}

async function putBack(trx: Db, ctx: UserCtx, id: FileId, newName: string | undefined): Promise<File> {
  const file = await lockTrashed(trx, ctx, id)
  await assertNameFree(trx, ctx, newName ?? file.fileName)
  await changeCounts(trx, ctx.user.id, countChanges([{ from: null, to: file }]))
  // Before it is live: two live files cannot have one name, not even for a moment.
  const named = newName === undefined ? file : await renameFile(trx, ctx, file, newName)
  await trash.takeFromTrash(trx, ctx.user.id, [id])
  return { ...named, deletedAt: null, purgeAt: null }
}

/** For good, at once, with all versions. */
export async function purgeFile(ctx: UserCtx, id: FileId): Promise<void> {
  await reporting(ctx, dbDeleteFileError, () =>
    ctx.db.transaction().execute(async (trx) => {
      await lockTrashed(trx, ctx, id)
      await purge(trx, ctx.user.id, [id])
    }),
  )
}

async function lockTrashed(trx: Db, ctx: UserCtx, id: FileId): Promise<File> {
  const file = await lockFile(trx, ctx.user.id, id)
  if (!file?.deletedAt) throw fileNotFound({ file_id: id })
  return file
}

async function purge(trx: Db, userId: UserId, ids: readonly FileId[]): Promise<void> {
  const hashes = await hashesOf(trx, userId, ids)
  await trash.deleteFiles(trx, userId, ids)
  await dropUnusedBlobs(trx, userId, hashes)
}

const PURGE_BATCH = 100

/** One round of the worker's sweep: claimed rows stay locked until they are gone, so a restore either wins or finds nothing. */
export async function purgeExpired(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const claimed = await trash.claimExpired(trx, now, PURGE_BATCH)
    const byUser = Map.groupBy(claimed, ({ userId }) => userId)
    for (const [userId, rows] of byUser)
      await purge(
        trx,
        userId,
        rows.map(({ id }) => id),
      )
    return claimed.length
  })
}

const EXPIRY_INDEX = /^CREATE INDEX files_expiry ON \S*files USING btree \(purge_at\) WHERE \(purge_at IS NOT NULL\)$/

export type ExpiryIndex = { state: 'found' | 'missing' | 'different'; definition: string | null; overdue: number }

/** Looked at by every start, by `codeshelf trash-backfill` and on /admin/verify-indexes. */
export async function checkExpiryIndex(ctx: Pick<Ctx, 'db' | 'now' | 'emit'>): Promise<ExpiryIndex> {
  const definition = await trash.expiryIndexDefinition(ctx.db)
  const overdue = await trash.countOverdue(ctx.db, ctx.now)
  const state = definition === null ? 'missing' : EXPIRY_INDEX.test(definition) ? 'found' : 'different'
  if (state !== 'found') ctx.emit(recycleBinIndexMissing, { error: state, count: overdue })
  return { state, definition, overdue }
}
