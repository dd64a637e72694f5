import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as notes from '#features/notes/public.ts'
import { repoQuote } from './locate-in-commit.ts'
import { listRepoNotes, type LocatedRepoNotes } from './repo-notes.ts'

/** Notes whose repository file was deleted are lost, also those on the whole file. Without the mirror the state is unknown. */
export function locationsOf({ flagged, locations, isUnknown }: LocatedRepoNotes): Map<NoteId, notes.AnchorLocation> {
  return new Map(
    flagged.flatMap(({ note: { id, lineStart, lineEnd, places = [] }, isOrphan }): [NoteId, notes.AnchorLocation][] => {
      const was = { start: lineStart ?? 1, end: lineEnd ?? lineStart ?? 1 }
      if (isUnknown) return [[id, { state: 'unknown', was }]]
      if (isOrphan) return [[id, { state: 'lost', was, isFileGone: true, places }]]
      const location = locations.get(id)
      return location ? [[id, location]] : []
    }),
  )
}

const locateInRepo: notes.LocateInRepo = async (ctx, { repoName, repoPath }) =>
  locationsOf(await listRepoNotes(ctx, repoName, repoPath))

export const repoTexts: notes.RepoTexts = { quote: repoQuote, locate: locateInRepo }

/** The current lines of notes, on files and in repositories. */
export async function locateNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<notes.CurrentLines> {
  return notes.locateNotes(ctx, ids, locateInRepo)
}

/** The same with the state of each note. */
export async function locateAnchors(ctx: UserCtx, ids: readonly NoteId[]): Promise<Map<NoteId, notes.AnchorLocation>> {
  return notes.locateAnchors(ctx, ids, locateInRepo)
}
