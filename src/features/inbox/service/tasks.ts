import { findCheckboxes } from '#base/checkboxes.ts'
import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getNote, setCheckboxes } from '#features/notes/public.ts'

/** A form has the first `shown` checkboxes of a note; the others keep their state. */
export async function setShownTasks(
  ctx: UserCtx,
  id: NoteId,
  checked: ReadonlySet<number>,
  shown: number,
  seen: Date,
): Promise<'ticked' | 'stale'> {
  const { content } = await getNote(ctx, id)
  const others = findCheckboxes(content).flatMap((box, index) => (index >= shown && box.checked ? [index] : []))
  const wanted = new Set([...[...checked].filter((index) => index < shown), ...others])
  const { outcome } = await setCheckboxes(ctx, id, wanted, seen)
  return outcome === 'updated' ? 'ticked' : 'stale'
}
