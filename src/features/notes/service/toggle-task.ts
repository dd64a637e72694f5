import { findCheckboxes } from '#base/checkboxes.ts'
import type { NoteId } from '#base/ids.ts'
import { nextMoment, sameMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findNoteLinks } from '#features/links/public.ts'
import type { Note } from '../note.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'
import * as taskList from '../task-list.ts'
import { recordNoteLinks } from './links.ts'
import { type Updated, updateNote, updateOf } from './update.ts'

export type ToggleRequest = { index: number; checked: boolean; prevUpdatedAt: Date }

export type Toggled =
  | { outcome: 'changed' | 'already'; note: Note }
  | { outcome: 'stale' | 'index_missing' | 'not_applied'; note: Note }
  | { outcome: 'missing' }

/** The order of checks is part of the contract (docs/contract.md); every outcome but `missing` carries the stored note. */
export async function toggleTask(ctx: UserCtx, id: NoteId, ask: ToggleRequest): Promise<Toggled> {
  const note = await store.findNote(ctx.db, ctx.user.id, id)
  if (!note) return { outcome: 'missing' }
  if (!sameMoment(note.updatedAt, ask.prevUpdatedAt)) return { outcome: 'stale', note }

  const toggle = taskList.toggleTask(note.content, ask.index, ask.checked)
  if (toggle.outcome === 'missing') return { outcome: 'index_missing', note }
  if (toggle.outcome === 'already') return { outcome: 'already', note }

  const links = await findNoteLinks(ctx, toggle.content)
  const stored = await ctx.db.transaction().execute(async (trx) => {
    const swap = { from: note.content, to: toggle.content, updatedAt: nextMoment(ctx.now, note.updatedAt) }
    await store.swapContent(trx, ctx.user.id, id, swap)
    // Decide by the stored text, not by a row count.
    const after = await store.findNote(trx, ctx.user.id, id)
    if (after?.content !== toggle.content) return after
    await keepEarlier(trx, ctx.user.id, id, note, ctx.now)
    await recordNoteLinks(trx, ctx.user.id, { from: note, to: after }, links)
    await ctx.recordAgentWrite(trx, updateOf(note, after))
    return after
  })
  if (!stored) return { outcome: 'missing' }
  return stored.content === toggle.content
    ? { outcome: 'changed', note: stored }
    : { outcome: 'not_applied', note: stored }
}

/** Sets every checkbox of a note from a form in one write. */
export async function setCheckboxes(
  ctx: UserCtx,
  id: NoteId,
  checked: ReadonlySet<number>,
  seen: Date | null,
): Promise<Updated> {
  const present = await store.findNote(ctx.db, ctx.user.id, id)
  if (!present) return { outcome: 'missing' }
  const content = findCheckboxes(present.content).reduce((text, _box, index) => {
    const toggle = taskList.toggleTask(text, index, checked.has(index))
    return toggle.outcome === 'changed' ? toggle.content : text
  }, present.content)
  return updateNote(ctx, id, { content }, seen)
}
