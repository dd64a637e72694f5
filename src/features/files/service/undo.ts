import { combineWrites, type Write } from '#base/combine-writes.ts'
import type { FileId } from '#base/ids.ts'
import { addSeconds, nextMoment, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { unpackBody } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import { type File, TRASH_DAYS } from '../file.ts'
import { pathOf } from '../path.ts'
import { type FileSnapshot, isFileSnapshot, isSameState, snapshotOf, withFolder } from '../snapshot.ts'
import * as bodies from '../store/bodies.ts'
import * as files from '../store/files.ts'
import { moveToTrash, restoreFromTrash } from '../store/trash.ts'
import { packText } from './pack-text.ts'
import { applyToProjections } from './projections.ts'
import { putVersion } from './record-version.ts'
import { recordDetails } from './update.ts'

/** Undone, or the reason why the file was left unchanged. */
export type FileUndone = 'undone' | 'changed' | 'gone' | 'name_taken'

/**
 * Undoes these writes to a file in the caller's transaction, unless another writer changed it between or after them. The
 * earlier state becomes a new version; a file that they created goes to the trash, and one that they moved there is restored.
 */
export async function undoFileWrites(
  trx: Db,
  ctx: UserCtx,
  id: FileId,
  writes: readonly { before: unknown; after: unknown }[],
): Promise<FileUndone> {
  const present = await files.lockFile(trx, ctx.user.id, id)
  const steps = writes.map(toWrite)
  // Somebody else moved it to the trash.
  if (!present || (present.deletedAt && !steps.some(({ after }) => after.isTrashed))) return 'gone'
  const numbers = steps.flatMap(({ before, after }) => [after.version, ...(before ? [before.version] : [])])
  const texts = await bodies.textsOf(trx, ctx.user.id, id, [...new Set([...numbers, present.version])])
  const isSame = (a: FileSnapshot, b: FileSnapshot) => isSameState(a, b, (version) => texts.get(version))
  const chain = combineWrites(steps, isSame)
  if (chain.outcome === 'broken' || !isSame(snapshotOf(present), chain.last)) return 'changed'
  if (chain.first === null) return trash(trx, ctx, present)
  if (await isNameTaken(trx, ctx, present, chain.first)) return 'name_taken'
  const live = await restore(trx, ctx, present)
  const { isTrashed, ...was } = chain.first
  const back = isSame(snapshotOf(live), was)
    ? live
    : await bringBack(trx, ctx, live, was, texts.get(live.version) === texts.get(was.version))
  return isTrashed ? trash(trx, ctx, back) : 'undone'
}

/** A restored file is live under its present name before it gets its earlier one. */
async function isNameTaken(trx: Db, ctx: UserCtx, present: File, was: FileSnapshot): Promise<boolean> {
  const names = new Set([pathOf(present), pathOf(was)])
  if (!present.deletedAt) names.delete(pathOf(present))
  return names.size > 0 && (await files.livePaths(trx, ctx.user.id, [...names])).length > 0
}

async function restore(trx: Db, ctx: UserCtx, present: File): Promise<File> {
  if (!present.deletedAt) return present
  const live = { ...present, deletedAt: null, purgeAt: null }
  await restoreFromTrash(trx, ctx.user.id, [present.id])
  await applyToProjections(trx, ctx, [{ from: present, to: live, isAgentWrite: true }])
  return live
}

function toWrite({ before, after }: { before: unknown; after: unknown }): Write<FileSnapshot> {
  if (!isFileSnapshot(after)) throw new Error('The snapshot is not a file')
  return { before: isFileSnapshot(before) ? withFolder(before) : null, after: withFolder(after) }
}

async function trash(trx: Db, ctx: UserCtx, present: File): Promise<FileUndone> {
  if (present.deletedAt) return 'undone'
  await moveToTrash(trx, ctx.user.id, [present.id], ctx.now, addSeconds(ctx.now, TRASH_DAYS * SECONDS_PER_DAY))
  await applyToProjections(trx, ctx, [{ from: present, to: { ...present, deletedAt: ctx.now }, isAgentWrite: true }])
  return 'undone'
}

/** Creates a version only when the text differs. */
async function bringBack(trx: Db, ctx: UserCtx, present: File, was: FileSnapshot, saidSame: boolean): Promise<File> {
  const updatedAt = nextMoment(ctx.now, present.updatedAt)
  const next: File = { ...present, ...was, version: present.version, updatedAt }
  if (saidSame) {
    await recordDetails(trx, ctx, [{ from: present, to: next }])
    return next
  }
  const packed = await bodies.getPacked(trx, ctx.user.id, present.id, was.version)
  const text = await packText(ctx, unpackBody(packed))
  return putVersion(trx, ctx, { from: present, to: next }, text, 'restore')
}
