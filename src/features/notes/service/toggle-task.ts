import type { NoteId } from '#base/ids.ts'
import { nextMoment, sameMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Note } from '../note.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'
import * as taskList from '../task-list.ts'
import { updateOf } from './update.ts'

export type ToggleAsk = { index: number; checked: boolean; prevUpdatedAt: Date }

export type Toggled =
  | { outcome: 'changed' | 'already'; note: Note }
  | { outcome: 'stale' | 'index_missing' | 'not_applied'; note: Note }
  | { outcome: 'missing' }

/** The order of checks is the order of the interface; every outcome but `missing` carries the stored note. */
export async function toggleTask(ctx: UserCtx, id: NoteId, ask: ToggleAsk): Promise<Toggled> {
  const note = await store.findNote(ctx.db, ctx.user.id, id)
  if (!note) return { outcome: 'missing' }
  if (!sameMoment(note.updatedAt, ask.prevUpdatedAt)) return { outcome: 'stale', note }

  const toggle = taskList.toggleTask(note.content, ask.index, ask.checked)
  if (toggle.outcome === 'missing') return { outcome: 'index_missing', note }
  if (toggle.outcome === 'already') return { outcome: 'already', note }

  const stored = await ctx.db.transaction().execute(async (trx) => {
    const swap = { from: note.content, to: toggle.content, updatedAt: nextMoment(ctx.now, note.updatedAt) }
    await store.swapContent(trx, ctx.user.id, id, swap)
    // Proof is the stored text, not a row count.
    const after = await store.findNote(trx, ctx.user.id, id)
    if (after?.content !== toggle.content) return after
    await keepEarlier(trx, ctx.user.id, id, note, ctx.now)
    await ctx.wrote(trx, updateOf(note, after))
    return after
  })
  if (!stored) return { outcome: 'missing' }
  return stored.content === toggle.content
    ? { outcome: 'changed', note: stored }
    : { outcome: 'not_applied', note: stored }
}
