import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { deleteNote, findNotes, type Note, restoreNote, updateNote } from '#features/notes/public.ts'
import { acknowledgeOccurrence, listRemindersOf } from '#features/reminders/public.ts'
import { type BulkAct, type BulkNote, type BulkOutcome, withTags } from '../bulk.ts'

/** `same`: there was nothing to do. */
type Did = 'changed' | 'same' | 'missing' | 'full'

/**
 * Notes one after the other, each in a transaction of its own: a note that was deleted elsewhere does not stop the others, and a hundred notes do not
 * hold their locks at once.
 */
export async function actOnNotes(ctx: UserCtx, ids: readonly NoteId[], act: BulkAct): Promise<BulkOutcome> {
  const unique = [...new Set(ids)]
  if (act.action === 'restore') return restoreNotes(ctx, unique)
  const [notes, reminders] = await Promise.all([findNotes(ctx, unique), listRemindersOf(ctx.db, ctx, unique)])
  const changed: BulkNote[] = []
  const counts = { changed: 0, same: 0, missing: unique.length - notes.length, full: 0 }
  const byId = new Map(notes.map((note) => [note.id, note]))
  for (const note of unique.flatMap((id) => byId.get(id) ?? [])) {
    const reminder = reminders.get(note.id)
    const remindAt = reminder?.status === 'pending' ? reminder.remindAt : null
    const did = await actOn(ctx, note, remindAt, act)
    counts[did] += 1
    if (did === 'changed') changed.push({ id: note.id, color: note.color, tags: note.tags, remindAt })
  }
  return { changed, missing: counts.missing, full: counts.full }
}

async function actOn(
  ctx: UserCtx,
  { id, color, tags }: Note,
  remindAt: Date | null,
  act: Exclude<BulkAct, { action: 'restore' }>,
): Promise<Did> {
  switch (act.action) {
    case 'color':
      return color === act.color ? 'same' : update(ctx, id, { color: act.color })
    case 'tag': {
      const all = withTags(tags, act.tags)
      if (all === null) return 'full'
      return all.length === tags.length ? 'same' : update(ctx, id, { tags: all })
    }
    case 'done':
      return remindAt !== null && (await acknowledgeOccurrence(ctx, id, remindAt)) ? 'changed' : 'same'
    case 'delete':
      return unlessMissing(deleteNote(ctx, id))
  }
}

async function update(ctx: UserCtx, id: NoteId, change: Parameters<typeof updateNote>[2]): Promise<Did> {
  const { outcome } = await updateNote(ctx, id, change, null)
  return outcome === 'updated' ? 'changed' : 'missing'
}

/** Deleted, or restored, elsewhere in the meantime. */
async function unlessMissing(work: Promise<unknown>): Promise<Did> {
  try {
    await work
    return 'changed'
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return 'missing'
    throw error
  }
}

/** A quota that is full ends it: the notes before that are back. */
async function restoreNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<BulkOutcome> {
  let missing = 0
  for (const id of ids) if ((await unlessMissing(restoreNote(ctx, id))) === 'missing') missing += 1
  const notes = await findNotes(ctx, ids)
  return { changed: notes.map(({ id, color, tags }) => ({ id, color, tags, remindAt: null })), missing, full: 0 }
}
