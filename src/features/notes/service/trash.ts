import type { NoteId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { withQuota } from '#platform/db/quota.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { type Note, NOTE_TRASH_DAYS } from '../note.ts'
import { noteNotFound } from '../problems.ts'
import * as store from '../store/notes.ts'
import { targetQuotas, userQuota } from './quotas.ts'

/** Moves the note to the trash, from which undo restores it. */
export async function deleteNote(ctx: UserCtx, id: NoteId): Promise<void> {
  if (!(await moveToTrash(ctx.db, ctx, id))) throw noteNotFound({ note_id: id })
}

/** Like `deleteNote`, in the transaction of the caller; false when there is no such note. */
export async function moveToTrash(db: Db, ctx: UserCtx, id: NoteId): Promise<boolean> {
  const purgeAt = addSeconds(ctx.now, NOTE_TRASH_DAYS * SECONDS_PER_DAY)
  return store.moveToTrash(db, ctx.user.id, id, ctx.now, purgeAt)
}

export async function restoreNote(ctx: UserCtx, id: NoteId): Promise<Note> {
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const note = await store.findTrashed(trx, ctx.user.id, id)
    if (!note) throw noteNotFound({ note_id: id })
    await assertFreeSlot(userQuota(ctx), ...targetQuotas(ctx, note.target))
    await store.takeFromTrash(trx, ctx.user.id, id)
    return note
  })
}

const PURGED_AT_ONCE = 200

/** Purges expired notes in small batches. */
export async function purgeExpiredNotes({ db, clock, progress, signal }: JobCtx): Promise<void> {
  let purged = 0
  for (let batch = PURGED_AT_ONCE; batch > 0 && !signal.aborted; purged += batch) {
    batch = await store.deleteExpired(db, clock(), PURGED_AT_ONCE)
    progress(purged + batch)
  }
}
