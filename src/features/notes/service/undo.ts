import { combineWrites, type Write } from '#base/combine-writes.ts'
import type { NoteId } from '#base/ids.ts'
import { nextMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { findNoteLinks } from '#features/links/public.ts'
import type { Note } from '../note.ts'
import { isSameState, type NoteSnapshot, readSnapshot, snapshotOf } from '../snapshot.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'
import { recordNoteLinks } from './links.ts'
import { moveToTrash } from './trash.ts'

/** Whether the writes were undone, or why not. */
export type NoteUndone = 'undone' | 'changed' | 'gone'

/**
 * Undoes these writes to a note inside the transaction of the caller, unless another writer changed it between or after
 * them. A note that they created goes to the trash; the replaced text goes to the history.
 */
export async function undoNoteWrites(
  trx: Db,
  ctx: UserCtx,
  id: NoteId,
  writes: readonly { before: unknown; after: unknown }[],
): Promise<NoteUndone> {
  const present = await store.lockNote(trx, ctx.user.id, id)
  if (!present) return 'gone'
  const chain = combineWrites(writes.map(toWrite), isSameState)
  if (chain.outcome === 'broken' || !isSameState(snapshotOf(present), chain.last)) return 'changed'
  if (chain.first) return bringBack(trx, ctx, present, chain.first)
  await moveToTrash(trx, ctx, id)
  return 'undone'
}

function toWrite({ before, after }: { before: unknown; after: unknown }): Write<NoteSnapshot> {
  const written = readSnapshot(after)
  if (!written) throw new Error('The snapshot is not a note')
  return { before: readSnapshot(before), after: written }
}

async function bringBack(trx: Db, ctx: UserCtx, present: Note, was: NoteSnapshot): Promise<NoteUndone> {
  const next: Note = { ...present, ...was, updatedAt: nextMoment(ctx.now, present.updatedAt) }
  await store.swapNote(trx, ctx.user.id, next, present.updatedAt)
  await recordNoteLinks(trx, ctx.user.id, { from: present, to: next }, await findNoteLinks(ctx, next.content))
  const isTextChanged = next.content !== present.content || next.title !== present.title
  if (isTextChanged) await keepEarlier(trx, ctx.user.id, present.id, present, ctx.now)
  return 'undone'
}
