import type { Lines } from 'codeshelf-follow'
import type { FileId, NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Note } from '../note.ts'
import * as store from '../store/notes.ts'
import { locateInFile } from './locate-in-file.ts'

/** Those of the notes that exist. */
export async function findNotes(ctx: UserCtx, ids: readonly NoteId[]): Promise<Note[]> {
  return ids.length === 0 ? [] : store.findNotes(ctx.db, ctx.user.id, ids)
}

/** The notes of a file without their current lines, which take a comparison of its versions. */
export async function listUnlocatedNotes(ctx: UserCtx, fileId: FileId): Promise<Note[]> {
  return store.listNotes(ctx.db, ctx.user.id, { kind: 'file', fileId })
}

/** The lines of notes in one version of their file. A note is missing from the result when its lines are not certain there. */
export async function locateInVersion(
  ctx: UserCtx,
  fileId: FileId,
  notes: readonly Note[],
  version: number,
): Promise<Map<NoteId, Lines>> {
  const locations = await locateInFile(ctx, fileId, notes, version)
  return new Map([...locations].flatMap(([id, location]) => ('lines' in location ? [[id, location.lines]] : [])))
}
