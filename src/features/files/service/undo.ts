import { chainOf, type Step } from '#base/chain.ts'
import type { FileId } from '#base/ids.ts'
import { addSeconds, nextMoment, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { countChanges } from '../counts.ts'
import { type File, TRASH_DAYS } from '../file.ts'
import { type FileSnapshot, isFileSnapshot, isSameState, snapshotOf } from '../snapshot.ts'
import * as bodies from '../store/bodies.ts'
import { changeCounts } from '../store/counts.ts'
import * as files from '../store/files.ts'
import { moveToTrash } from '../store/trash.ts'
import { packText, recordDetails, recordSave } from './save.ts'

/** Taken back, or why it was left alone. */
export type FileUndone = 'undone' | 'changed' | 'gone' | 'name_taken'

/**
 * Takes these writes to a file back, inside a transaction that the caller holds, unless anybody else wrote it between or
 * after them. What was there before becomes a new version; a file that they made goes to the trash.
 */
export async function undoFileWrites(
  trx: Db,
  ctx: UserCtx,
  id: FileId,
  writes: readonly { before: unknown; after: unknown }[],
): Promise<FileUndone> {
  const present = await files.lockFile(trx, ctx.user.id, id)
  if (!present || present.deletedAt) return 'gone'
  const steps = writes.map(toStep)
  const numbers = steps.flatMap(({ before, after }) => [after.version, ...(before ? [before.version] : [])])
  const texts = await bodies.textsOf(trx, ctx.user.id, id, [...new Set([...numbers, present.version])])
  const isSame = (a: FileSnapshot, b: FileSnapshot) => isSameState(a, b, (version) => texts.get(version))
  const chain = chainOf(steps, isSame)
  if (chain.outcome === 'broken' || !isSame(snapshotOf(present), chain.last)) return 'changed'
  if (chain.first === null) return trash(trx, ctx, present)
  const isRenamed = chain.first.fileName !== present.fileName
  if (isRenamed && (await files.liveNames(trx, ctx.user.id, [chain.first.fileName])).length > 0) return 'name_taken'
  const saidSame = texts.get(present.version) === texts.get(chain.first.version)
  return bringBack(trx, ctx, present, chain.first, saidSame)
}

function toStep({ before, after }: { before: unknown; after: unknown }): Step<FileSnapshot> {
  if (!isFileSnapshot(after)) throw new Error('What was written down of a file is not a file')
  return { before: isFileSnapshot(before) ? before : null, after }
}

async function trash(trx: Db, ctx: UserCtx, present: File): Promise<FileUndone> {
  await moveToTrash(trx, ctx.user.id, [present.id], ctx.now, addSeconds(ctx.now, TRASH_DAYS * SECONDS_PER_DAY))
  await changeCounts(trx, ctx.user.id, countChanges([{ from: present, to: null }]))
  return 'undone'
}

/** Only another text makes a new version. */
async function bringBack(
  trx: Db,
  ctx: UserCtx,
  present: File,
  was: FileSnapshot,
  saidSame: boolean,
): Promise<FileUndone> {
  const updatedAt = nextMoment(ctx.now, present.updatedAt)
  const next: File = { ...present, ...was, version: present.version, updatedAt }
  const content = await bodies.readVersion(trx, ctx.user.id, present.id, was.version)
  if (content === null) throw new Error('A version that was written is not there')
  if (saidSame) {
    await recordDetails(trx, ctx, { from: present, to: next }, content)
    return 'undone'
  }
  const text = packText(content)
  await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
  const restored: File = { ...next, ...text.stored, version: present.version + 1 }
  await files.updateFile(trx, ctx.user.id, restored, text.stored)
  await recordSave(trx, ctx, { from: present, to: restored }, text, 'restore')
  return 'undone'
}
