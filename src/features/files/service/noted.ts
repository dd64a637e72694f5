import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { HasCategory } from '../categories.ts'
import * as noted from '../store/noted.ts'
import { haveOpenTasks } from './text-tasks.ts'

/** For the rows of a list. */
export async function countNotesOfFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<Map<FileId, noted.Noted>> {
  return noted.countNotes(ctx.db, ctx.user.id, ids)
}

export async function listFilesThatHave(ctx: UserCtx, category: HasCategory): Promise<FileId[]> {
  switch (category) {
    case 'has:note':
      return noted.listFilesWithNotes(ctx.db, ctx.user.id)
    case 'has:reminder':
      return noted.listFilesWithReminders(ctx.db, ctx.user.id)
    case 'has:task': {
      const notes = await noted.listTaskNotes(ctx.db, ctx.user.id)
      const isOpen = await haveOpenTasks(
        ctx,
        notes.map(({ content }) => content),
      )
      return notes.filter((_note, i) => isOpen[i]).map(({ fileId }) => fileId)
    }
  }
}
