import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Quote } from '#features/following/public.ts'
import type { Note, NoteChange, RepoTarget } from '../note.ts'
import * as store from '../store/repo-notes.ts'
import { insert, newNote } from './create.ts'
import { targetQuotas } from './quotas.ts'
import { type Move, type QuoteInRepo, type Updated, updateNoteAndLines } from './update.ts'

export { moveNotesOfRenamedFiles, putFollowedNotes } from '../store/repo-notes.ts'

/** The caller checks that the repository has the file. */
export async function createNoteInRepo(
  ctx: UserCtx,
  target: RepoTarget,
  draft: NoteChange,
  quote: Quote | null,
): Promise<Note> {
  return insert(ctx, newNote(ctx, target, draft, quote))
}

type LinesInRepo = { lineStart: number | null; lineEnd: number | null }

/** Moves a note to another file of its repository, in the transaction that writes its new lines. */
export async function moveNoteInRepo(
  ctx: UserCtx,
  id: NoteId,
  to: RepoTarget,
  { lineStart, lineEnd }: LinesInRepo,
  quoteInRepo: QuoteInRepo,
): Promise<Updated> {
  const change = { lineStart, lineEnd, anchorId: null, anchorText: null }
  const move: Move = {
    target: to,
    put: async (trx, from, assertFreeSlot) => {
      if (from.kind === 'repo' && from.repoPath === to.repoPath) return
      await assertFreeSlot(...targetQuotas(ctx, to))
      await store.putOnPath(trx, ctx.user.id, id, to.repoPath)
    },
  }
  return updateNoteAndLines(ctx, id, change, null, quoteInRepo, move)
}

/** Lists the notes of a repository, or of one of its files, and the commit that they are at. */
export async function listNotesInRepo(ctx: UserCtx, repoName: string, path: string | null): Promise<store.NotesInRepo> {
  return store.listInRepo(ctx.db, ctx.user.id, repoName, path)
}

export async function countNotesByRepo(ctx: UserCtx): Promise<{ repoName: string; notes: number }[]> {
  return store.countByRepo(ctx.db, ctx.user.id)
}

/** For the page of a repository file: the number of notes, and the earlier path of moved ones. */
export async function countRepoFileNotes(
  ctx: UserCtx,
  repoName: string,
  repoPath: string,
): Promise<{ count: number; movedFrom: string[] }> {
  return store.countOnPath(ctx.db, ctx.user.id, repoName, repoPath)
}
