import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type AnchorLocation, locateInFile } from '#features/following/public.ts'
import { findMovableNotes, type Note, textOf } from '#features/notes/public.ts'
import { listRepoNotes, type LocatedRepoNotes } from './notes.ts'

/** Locates notes of many texts, on files and in repositories. A note that is missing from the result is on its stored lines. */
export async function locateNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<Map<NoteId, AnchorLocation>> {
  const located = new Map<NoteId, AnchorLocation>()
  for (const notes of Map.groupBy(await findMovableNotes(ctx, ids), textOf).values())
    for (const [id, location] of await locateInText(ctx, notes)) located.set(id, location)
  return located
}

async function locateInText(ctx: UserCtx, notes: readonly Note[]): Promise<ReadonlyMap<NoteId, AnchorLocation>> {
  const target = notes[0]?.target
  if (target?.kind === 'file') return locateInFile(ctx, target.fileId, notes)
  return target?.kind === 'repo' ? locationsOf(await listRepoNotes(ctx, target.repoName, target.repoPath)) : new Map()
}

/** Notes whose repository file was deleted are lost, also those on the whole file. Without the mirror the state is unknown. */
export function locationsOf({ flagged, locations, isUnknown }: LocatedRepoNotes): Map<NoteId, AnchorLocation> {
  return new Map(
    flagged.flatMap(({ note: { id, lineStart, lineEnd, places = [] }, isOrphan }): [NoteId, AnchorLocation][] => {
      const was = { start: lineStart ?? 1, end: lineEnd ?? lineStart ?? 1 }
      if (isUnknown) return [[id, { state: 'unknown', was }]]
      if (isOrphan) return [[id, { state: 'lost', was, isFileGone: true, places }]]
      const location = locations.get(id)
      return location ? [[id, location]] : []
    }),
  )
}
