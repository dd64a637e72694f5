import { chainOf, type Step } from '#base/chain.ts'
import type { NoteId } from '#base/ids.ts'
import { addSeconds, nextMoment, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Note, NOTE_TRASH_DAYS } from '../note.ts'
import { isNoteSnapshot, isSameState, type NoteSnapshot, snapshotOf } from '../snapshot.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'

/** Taken back, or why it was left alone. */
export type NoteUndone = 'undone' | 'changed' | 'gone'

/**
 * Takes these writes to a note back, inside a transaction that the caller holds, unless anybody else wrote it between or
 * after them. A note that they made goes to the trash; what is replaced goes to the history.
 */
export async function undoNoteWrites(
  trx: Db,
  ctx: UserCtx,
  id: NoteId,
  writes: readonly { before: unknown; after: unknown }[],
): Promise<NoteUndone> {
  const present = await store.lockNote(trx, ctx.user.id, id)
  if (!present) return 'gone'
  const chain = chainOf(writes.map(toStep), isSameState)
  if (chain.outcome === 'broken' || !isSameState(snapshotOf(present), chain.last)) return 'changed'
  if (chain.first) return bringBack(trx, ctx, present, chain.first)
  await store.moveToTrash(trx, ctx.user.id, id, ctx.now, addSeconds(ctx.now, NOTE_TRASH_DAYS * SECONDS_PER_DAY))
  return 'undone'
}

function toStep({ before, after }: { before: unknown; after: unknown }): Step<NoteSnapshot> {
  if (!isNoteSnapshot(after)) throw new Error('What was written down of a note is not a note')
  return { before: isNoteSnapshot(before) ? before : null, after }
}

async function bringBack(trx: Db, ctx: UserCtx, present: Note, was: NoteSnapshot): Promise<NoteUndone> {
  const next: Note = { ...present, ...was, updatedAt: nextMoment(ctx.now, present.updatedAt) }
  await store.swapNote(trx, ctx.user.id, next, present.updatedAt)
  const saysAnother = next.content !== present.content || next.title !== present.title
  if (saysAnother) await keepEarlier(trx, ctx.user.id, present.id, present, ctx.now)
  return 'undone'
}
