import { isoUtc } from '#base/time.ts'
import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Task } from '#platform/threads.ts'
import { listChanges } from '#features/notes/public.ts'
import { type Change, changeRows } from '../change.ts'

type Texts = { before: string; after: string | null }

/** Compares texts of 50,000 characters in a worker thread: some of them take long. */
export const changeRowsTask: Task<readonly Texts[], Pick<Change, 'isGone' | 'rows' | 'isCut'>[]> = {
  name: 'change-rows',
  deadlineMs: 12_000,
  run: (changes) => changes.map(changeRows),
}

/** What the watches of these notes found; a note whose watch has not fired is missing. */
export async function showChanges(ctx: UserCtx, ids: readonly NoteId[]): Promise<Map<NoteId, Change>> {
  const stored = ids.length === 0 ? [] : await listChanges(ctx.db, ctx.user.id, ids)
  if (stored.length === 0) return new Map()
  const drawn = await ctx.offload(
    changeRowsTask,
    stored.map(({ before, after }) => ({ before, after })),
  )
  return new Map(
    stored.flatMap(({ noteId, foundAt, symbol }, i): [NoteId, Change][] => {
      const rows = drawn[i]
      return rows ? [[noteId, { ...rows, foundAt: isoUtc(foundAt), symbol }]] : []
    }),
  )
}
