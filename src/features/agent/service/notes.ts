import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import { parseMoment } from '#base/moment.ts'
import { idOr } from '#base/wire.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { boardNotFound, listBoards } from '#features/boards/public.ts'
import { fileNotFound } from '#features/files/public.ts'
import * as notes from '#features/notes/public.ts'
import { invalidMoment, noteChanged, nothingToChange, onePlace } from '../problems.ts'
import type { Place } from '../shown.ts'

export { listBoards } from '#features/boards/public.ts'

const noteId = (id: string): NoteId => idOr<'note'>(id, () => notes.noteNotFound({ note_id: id }))
const fileId = (id: string): FileId => idOr<'file'>(id, () => fileNotFound({ file_id: id }))
const boardId = (id: string): BoardId => idOr<'board'>(id, () => boardNotFound({ board_id: id }))

const RECENT = 50

export type Listed = { notes: notes.Note[]; isCut: boolean }

/** On a file, on a file of a repository, or the ones written last. */
export async function listNotes(ctx: UserCtx, place: Place): Promise<Listed> {
  const on = targetOf(place)
  if (on === null) return lastNotes(ctx)
  if (on.kind === 'file') return whole((await notes.listFileNotes(ctx, fileId(on.fileId))).notes)
  return whole((await notes.listRepoNotes(ctx, on.repoName, on.repoPath)).flagged.map(({ note }) => note))
}

const whole = (all: notes.Note[]): Listed => ({ notes: all, isCut: false })

async function lastNotes(ctx: UserCtx): Promise<Listed> {
  const found = await notes.recentNotes(ctx, null, RECENT + 1)
  return { notes: found.slice(0, RECENT).map(({ note }) => note), isCut: found.length > RECENT }
}

function targetOf({ fileId: file, repoName, repoPath }: Place) {
  if (file !== undefined && repoName === undefined && repoPath === undefined)
    return { kind: 'file' as const, fileId: file }
  if (file === undefined && repoName !== undefined && repoPath !== undefined)
    return { kind: 'repo' as const, repoName, repoPath }
  if (file === undefined && repoName === undefined && repoPath === undefined) return null
  throw onePlace({ field: 'file_id' })
}

export async function readNote(ctx: UserCtx, id: string): Promise<notes.Note> {
  return notes.getNote(ctx, noteId(id))
}

type Change = { content?: string | undefined; title?: string | undefined; color?: string | undefined }
type Said = Change & { content: string }
type Lines = { lineStart?: number | undefined; lineEnd?: number | undefined }

function changeOf({ color, ...said }: Change & Lines): notes.NoteChange {
  return { ...said, color: notes.COLOR_IDS.find((id) => id === color) }
}

export async function createNote(ctx: UserCtx, place: Place, draft: Said & Lines): Promise<notes.Note> {
  const on = targetOf(place)
  if (on === null) throw onePlace({ field: 'file_id' })
  return on.kind === 'file'
    ? notes.createFileNote(ctx, fileId(on.fileId), changeOf(draft))
    : notes.createRepoNote(ctx, on.repoName, on.repoPath, changeOf(draft))
}

/** Only over the note that was read: an agent never overwrites what it has not seen. */
export async function updateNote(ctx: UserCtx, id: string, seen: string, said: Change): Promise<notes.Note> {
  const prevUpdatedAt = parseMoment(seen)
  if (!prevUpdatedAt) throw invalidMoment({ field: 'prev_updated_at' })
  const change = changeOf(said)
  if (Object.values(change).every((value) => value === undefined)) throw nothingToChange()
  const result = await notes.updateNote(ctx, noteId(id), change, prevUpdatedAt)
  if (result.outcome === 'missing') throw notes.noteNotFound({ note_id: id })
  if (result.outcome === 'stale')
    throw noteChanged({ note_id: id, rest: { tool: 'read_note', arguments: { note_id: id } } })
  return result.note
}

export async function listBoardNotes(ctx: UserCtx, id: string): Promise<notes.Note[]> {
  return notes.listBoardNotes(ctx, boardId(id))
}

export async function createBoardNote(ctx: UserCtx, id: string | undefined, draft: Said): Promise<notes.Note> {
  const board = id === undefined ? (await listBoards(ctx)).find(({ isDefault }) => isDefault)?.id : boardId(id)
  if (!board) throw boardNotFound({ board_id: id ?? '' })
  return notes.createBoardNote(ctx, board, changeOf(draft))
}

/** The very function of the web. */
export async function searchNotes(ctx: UserCtx, query: string, color: string | undefined, limit: number) {
  return notes.searchNotes(ctx, query, notes.COLOR_IDS.find((id) => id === color) ?? null, limit)
}
