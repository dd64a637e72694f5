import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as notes from '#features/notes/public.ts'
import { repoQuote } from './locate-in-commit.ts'
import { listRepoNotes } from './repo-notes.ts'

/** Notes whose repository file was deleted are lost, also those on the whole file. Without the mirror the state is unknown. */
const locateInRepo: notes.LocateInRepo = async (ctx, target, onFile) => {
  const { flagged, locations, isUnknown } = await listRepoNotes(ctx, target.repoName, target.repoPath)
  const orphans = new Set(flagged.filter(({ isOrphan }) => isOrphan).map(({ note }) => note.id))
  return new Map(
    onFile.flatMap(({ id, lineStart, lineEnd, places = [] }): [NoteId, notes.AnchorLocation][] => {
      const was = { start: lineStart ?? 1, end: lineEnd ?? lineStart ?? 1 }
      if (isUnknown) return [[id, { state: 'unknown', was }]]
      if (orphans.has(id)) return [[id, { state: 'lost', was, isFileGone: true, places }]]
      const location = locations.get(id)
      return location ? [[id, location]] : []
    }),
  )
}

export const repoTexts: notes.RepoTexts = { quote: repoQuote, locate: locateInRepo }

/** The current lines of notes, on files and in repositories. */
export async function locateNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<notes.CurrentLines> {
  return notes.locateNotes(ctx, ids, locateInRepo)
}
