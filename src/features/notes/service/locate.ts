import type { Lines } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { AnchorLocation } from '../anchor/location.ts'
import { addPlaces, type Place } from '../anchor/place.ts'
import type { Note } from '../note.ts'
import { listMovable } from '../store/notes.ts'
import { locateInFile } from './locate-in-file.ts'
import { getNote } from './read.ts'
import type { LocateInRepo } from './repo-texts.ts'

/** The current lines of notes that moved since they were written; null when their lines are gone from the text. */
export type CurrentLines = ReadonlyMap<NoteId, Lines | null>

/** Locates notes of many texts. A note that is missing from the result is on its stored lines, or could not be followed now. */
export async function locateNotes(
  ctx: UserCtx,
  ids: readonly NoteId[],
  locateInRepo: LocateInRepo,
): Promise<CurrentLines> {
  const moved = new Map<NoteId, Lines | null>()
  for (const [id, location] of await locateAnchors(ctx, ids, locateInRepo))
    if (location.state !== 'unknown') moved.set(id, 'lines' in location ? location.lines : null)
  return moved
}

/** The same with the state of each note. A note that is missing from the result is on its stored lines. */
export async function locateAnchors(
  ctx: UserCtx,
  ids: readonly NoteId[],
  locateInRepo: LocateInRepo,
): Promise<Map<NoteId, AnchorLocation>> {
  const located = new Map<NoteId, AnchorLocation>()
  if (ids.length === 0) return located
  const movable = await listMovable(ctx.db, ctx.user.id, ids)
  for (const notes of Map.groupBy(movable, textOf).values())
    for (const [id, location] of await locateInText(ctx, notes, locateInRepo)) located.set(id, location)
  return located
}

/** Identifies the text that a note is on. */
export function textOf({ target }: Note): string {
  if (target.kind === 'repo') return `${target.repoName}/${target.repoPath}`
  return target.kind === 'file' ? target.fileId : target.boardId
}

async function locateInText(
  ctx: UserCtx,
  notes: readonly Note[],
  locateInRepo: LocateInRepo,
): Promise<ReadonlyMap<NoteId, AnchorLocation>> {
  const [first] = notes
  if (first?.target.kind === 'file') return locateInFile(ctx, first.target.fileId, notes)
  return first?.target.kind === 'repo' ? locateInRepo(ctx, first.target, notes) : new Map()
}

/** Every place that a note had, oldest first. */
export async function getPlaces(ctx: UserCtx, id: NoteId): Promise<{ note: Note; places: readonly Place[] }> {
  const note = await getNote(ctx, id)
  const { target, places = [] } = note
  if (target.kind !== 'file') return { note, places }
  // The versions of a file are kept, so what happened in them is computed and not stored.
  const location = (await locateInFile(ctx, target.fileId, [note])).get(id)
  return { note, places: addPlaces(places, location?.places ?? []) }
}

/** The note with its current lines, or without lines when they are lost. */
export function movedNote(note: Note, moved: CurrentLines): Note {
  const lines = moved.get(note.id)
  if (lines === undefined) return note
  return { ...note, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }
}
