import type { Cursor } from '#base/cursor.ts'
import type { FileId, UserId } from '#base/ids.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { dbDeleteFileError, recycleBinIndexMissing } from '../events.ts'
import type { File } from '../file.ts'
import { fileNotFound } from '../problems.ts'
import { dropUnusedBlobs, hashesOf } from '../store/bodies.ts'
import { lockFile } from '../store/files.ts'
import * as trash from '../store/trash.ts'
import { retryIfNameTaken } from './name-race.ts'
import { reporting } from './report.ts'
import { applyToProjections } from './projections.ts'
import { assertNameFree, renameFile } from './update.ts'

const PAGE = 50

export async function listTrash(
  ctx: UserCtx,
  cursor: Cursor<'file'> | null,
): Promise<{ files: File[]; hasMore: boolean }> {
  const found = await trash.listTrash(ctx.db, ctx.user.id, cursor, PAGE + 1)
  return { files: found.slice(0, PAGE), hasMore: found.length > PAGE }
}

/**
 * Restores a file under its id, with every version. A name that was taken meanwhile is rejected with a suggestion;
 * `newName` restores it under another one.
 */
export async function restoreFile(ctx: UserCtx, id: FileId, newName?: string): Promise<File> {
  return retryIfNameTaken(() => ctx.db.transaction().execute((trx) => restoreInTransaction(trx, ctx, id, newName)))
}

async function restoreInTransaction(trx: Db, ctx: UserCtx, id: FileId, newName: string | undefined): Promise<File> {
  const file = await lockTrashed(trx, ctx, id)
  await assertNameFree(trx, ctx, { ...file, fileName: newName ?? file.fileName })
  // Rename before it becomes live: the unique index allows one live file per path at any moment.
  const named = newName === undefined ? file : await renameFile(trx, ctx, file, newName)
  await trash.restoreFromTrash(trx, ctx.user.id, [id])
  const live = { ...named, deletedAt: null, purgeAt: null }
  await applyToProjections(trx, ctx, [{ from: named, to: live, isAgentWrite: true }])
  return live
}

/** Purges a file at once, with all versions. */
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

/** One batch of the purge job. The rows stay locked until they are deleted, so a restore either wins or finds nothing. */
export async function purgeExpired(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const expired = await trash.lockExpired(trx, now, PURGE_BATCH)
    const byUser = Map.groupBy(expired, ({ userId }) => userId)
    for (const [userId, rows] of byUser)
      await purge(
        trx,
        userId,
        rows.map(({ id }) => id),
      )
    return expired.length
  })
}

const EXPIRY_INDEX = /^CREATE INDEX files_expiry ON \S*files USING btree \(purge_at\) WHERE \(purge_at IS NOT NULL\)$/

export type ExpiryIndex = { state: 'found' | 'missing' | 'different'; definition: string | null; overdue: number }

/** Checked at every start, by `codeshelf trash-backfill` and on /admin/verify-indexes. */
export async function checkExpiryIndex(ctx: Pick<Ctx, 'db' | 'now' | 'emit'>): Promise<ExpiryIndex> {
  const definition = await trash.expiryIndexDefinition(ctx.db)
  const overdue = await trash.countOverdue(ctx.db, ctx.now)
  const state = definition === null ? 'missing' : EXPIRY_INDEX.test(definition) ? 'found' : 'different'
  if (state !== 'found') ctx.emit(recycleBinIndexMissing, { error: state, count: overdue })
  return { state, definition, overdue }
}
