import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getFile } from '#features/files/public.ts'
import type { AnchorLocation } from '../anchor/location.ts'
import type { Earlier, Note } from '../note.ts'
import { noteNotFound } from '../problems.ts'
import { listHistory } from '../store/history.ts'
import * as store from '../store/notes.ts'
import { locateInFile } from './locate-in-file.ts'
import { withOffers } from './move-offers.ts'

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
