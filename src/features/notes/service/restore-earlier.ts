import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { historyNotFound } from '../problems.ts'
import { getHistory } from './read.ts'
import { type Updated, updateNote } from './update.ts'

/** Replaces the text by an earlier one; the replaced text goes to the history. */
export async function restoreEarlier(ctx: UserCtx, id: NoteId, seq: number): Promise<Updated> {
  const earlier = (await getHistory(ctx, id)).find((each) => each.seq === seq)
  if (!earlier) throw historyNotFound({ note_id: id, seq })
  return updateNote(ctx, id, { content: earlier.content, title: earlier.title }, null)
}
