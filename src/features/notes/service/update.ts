import type { NoteId } from '#base/ids.ts'
import { nextMoment, sameMoment } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { collapseTitle, type Note, type NoteChange, type Target } from '../note.ts'
import { snapshotOf } from '../snapshot.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'
import { quoteFor } from './create.ts'
import { repoQuote } from './repo-places.ts'

export type Updated = { outcome: 'updated'; note: Note } | { outcome: 'stale'; note: Note } | { outcome: 'missing' }

/** To another place of its kind, in the transaction that writes the rest. */
type Move = { target: Target; put: (trx: Db, from: Target) => Promise<void> }

/** How often "overwrite" tries again when another writer slips in between reading and writing. */
const TRIES = 5

/**
 * Writes what is given. With `prevUpdatedAt` only over the very note the client saw; without it, over whatever is there.
 * Either way the comparison is in the UPDATE itself, and what is replaced goes to the history.
 */
export async function updateNote(
  ctx: UserCtx,
  id: NoteId,
  change: NoteChange,
  prevUpdatedAt: Date | null,
  move: Move | null = null,
): Promise<Updated> {
  for (let attempt = 1; ; attempt++) {
    const present = await store.findNote(ctx.db, ctx.user.id, id)
    if (!present) return { outcome: 'missing' }
    if (prevUpdatedAt && !sameMoment(present.updatedAt, prevUpdatedAt)) return { outcome: 'stale', note: present }
    const seen = move ? { ...present, target: move.target } : present
    const next = await changed(ctx, seen, change)
    const written = await ctx.db.transaction().execute(async (trx) => {
      const isWritten = await write(trx, ctx, present, next)
      if (isWritten) await move?.put(trx, present.target)
      return isWritten
    })
    if (written) return { outcome: 'updated', note: next }
    if (attempt === TRIES) return { outcome: 'stale', note: present }
  }
}

async function write(trx: Db, ctx: UserCtx, present: Note, next: Note): Promise<boolean> {
  if (!(await store.swapNote(trx, ctx.user.id, next, present.updatedAt))) return false
  const saysAnother = next.content !== present.content || next.title !== present.title
  if (saysAnother) await keepEarlier(trx, ctx.user.id, present.id, present, ctx.now)
  await ctx.wrote(trx, updateOf(present, next))
  return true
}

export function updateOf(from: Note, to: Note): AgentWrite {
  const states = { before: snapshotOf(from), after: snapshotOf(to) }
  return { kind: 'note_updated', resourceId: to.id, title: '', ...states }
}

async function changed(ctx: UserCtx, present: Note, change: NoteChange): Promise<Note> {
  const next: Note = {
    ...present,
    title: change.title === undefined ? present.title : collapseTitle(change.title),
    content: change.content ?? present.content,
    position: change.position ?? present.position,
    size: change.size ?? present.size,
    color: change.color ?? present.color,
    isMinimized: change.isMinimized ?? present.isMinimized,
    mode: change.mode ?? present.mode,
    lineStart: change.lineStart === undefined ? present.lineStart : change.lineStart,
    lineEnd: change.lineEnd === undefined ? present.lineEnd : change.lineEnd,
    anchorId: change.anchorId === undefined ? present.anchorId : change.anchorId,
    anchorText: change.anchorText === undefined ? present.anchorText : change.anchorText,
    updatedAt: nextMoment(ctx.now, present.updatedAt),
  }
  const putElsewhere = change.lineStart !== undefined || change.lineEnd !== undefined
  if (putElsewhere && next.target.kind === 'file') next.quote = await quoteFor(ctx, next.target.fileId, next)
  if (putElsewhere && next.target.kind === 'repo') next.quote = await repoQuote(ctx, next.target, next)
  return next
}
