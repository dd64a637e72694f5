import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getFile } from '#features/files/public.ts'
import { addPlaces, type AnchorLocation, locateInFile, type Place, withOffers } from '#features/following/public.ts'
import type { Earlier, Note } from '../note.ts'
import { noteNotFound } from '../problems.ts'
import { listHistory } from '../store/history.ts'
import * as store from '../store/notes.ts'

export { countNotesByFile } from '../store/notes.ts'

export type LocatedNotes = { notes: Note[]; locations: Map<NoteId, AnchorLocation> }

export async function listFileNotes(ctx: UserCtx, fileId: FileId): Promise<LocatedNotes> {
  await getFile(ctx, fileId)
  const { notes, locations } = await listNotesOfFile(ctx, fileId)
  return { notes, locations: await withOffers(ctx, fileId, notes, locations) }
}

/** The same for a file that may be gone, and then has no notes. Without the offers to move lost ones. */
export async function listNotesOfFile(ctx: UserCtx, fileId: FileId): Promise<LocatedNotes> {
  const notes = await store.listNotes(ctx.db, ctx.user.id, { kind: 'file', fileId })
  return { notes, locations: await locateInFile(ctx, fileId, notes) }
}

/** The notes of a file without their current lines, which take a comparison of its versions. */
export async function listUnlocatedNotes(ctx: UserCtx, fileId: FileId): Promise<Note[]> {
  return store.listNotes(ctx.db, ctx.user.id, { kind: 'file', fileId })
}

/** Those of the notes that exist. */
export async function findNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<Note[]> {
  return ids.length === 0 ? [] : store.findNotes(ctx.db, ctx.user.id, ids)
}

/** Those of the notes that may have moved or be lost: the others are on their stored lines. */
export async function findMovableNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<Note[]> {
  return ids.length === 0 ? [] : store.findMovable(ctx.db, ctx.user.id, ids)
}

export async function findNote(ctx: UserCtx, id: NoteId): Promise<Note | null> {
  return store.findNote(ctx.db, ctx.user.id, id)
}

export async function getNote(ctx: UserCtx, id: NoteId): Promise<Note> {
  const note = await findNote(ctx, id)
  if (!note) throw noteNotFound({ note_id: id })
  return note
}

export async function getHistory(ctx: UserCtx, id: NoteId): Promise<Earlier[]> {
  await getNote(ctx, id)
  return listHistory(ctx.db, ctx.user.id, id)
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

/** Lets a page reserve space for notes before they load, and load nothing for a file without notes. */
export async function countFileNotes(ctx: UserCtx, fileId: FileId): Promise<number> {
  return store.countOnTarget(ctx.db, ctx.user.id, { kind: 'file', fileId })
}
