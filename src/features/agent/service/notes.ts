import type { BoardId, NoteId } from '#base/ids.ts'
import { parseMoment } from '#base/parse-timestamp.ts'
import { parseIdOr } from '#base/wire-types.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as boards from '#features/boards/public.ts'
import { parseFileId } from '#features/files/public.ts'
import { type AnchorLocation, withOffers } from '#features/following/public.ts'
import * as notes from '#features/notes/public.ts'
import { createRepoNote, listRepoNotes, locateNotes, locationsOf } from '#features/repos/public.ts'
import { LIMITS } from '../limits.ts'
import { invalidMoment, noteChanged, nothingToChange, oneNoteTarget } from '../problems.ts'
import type { NoteTarget } from '../shown.ts'

export { listBoards } from '#features/boards/public.ts'

const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => notes.noteNotFound({ note_id: id }))
const boardId = (id: string): BoardId => parseIdOr<'board'>(id, () => boards.boardNotFound({ board_id: id }))

const RECENT = 50

export type Listed = { notes: LocatedNote[]; isCut: boolean }

/** `location` is missing when the note is on the lines where it was attached, or on none. */
export type LocatedNote = notes.Note & { location?: AnchorLocation | undefined }

/** An agent must not be sent to lines where the code no longer is. */
async function locate(ctx: UserCtx, found: readonly notes.Note[]): Promise<LocatedNote[]> {
  const ids = found.filter(isOnLines).map(({ id }) => id)
  return withLocations(found, await locateNotes(ctx, ids))
}

async function locateOne(ctx: UserCtx, note: notes.Note): Promise<LocatedNote> {
  const [located = note]: LocatedNote[] = await locate(ctx, [note])
  const { target, location } = located
  if (target.kind !== 'file' || location?.state !== 'lost') return located
  const offered = await withOffers(ctx, target.fileId, [note], new Map([[note.id, location]]))
  return { ...located, location: offered.get(note.id) }
}

function withLocations(found: readonly notes.Note[], locations: ReadonlyMap<NoteId, AnchorLocation>): LocatedNote[] {
  return found.map((note) => (isOnLines(note) ? { ...note, location: locations.get(note.id) } : note))
}

const isOnLines = ({ lineStart }: notes.Note): boolean => lineStart !== null

/** Lists the notes on a file, on a repository file, or the newest ones. */
export async function listNotes(ctx: UserCtx, target: NoteTarget): Promise<Listed> {
  const on = targetOf(target)
  if (on === null) return lastNotes(ctx)
  if (on.kind === 'file') {
    const { notes: all, locations } = await notes.listFileNotes(ctx, parseFileId(on.fileId))
    return { notes: withLocations(all, locations), isCut: false }
  }
  const listed = await listRepoNotes(ctx, on.repoName, on.repoPath)
  const all = listed.flagged.map(({ note }) => note)
  return { notes: withLocations(all, locationsOf(listed)), isCut: false }
}

async function lastNotes(ctx: UserCtx): Promise<Listed> {
  const found = await notes.listRecentNotes(ctx, null, RECENT + 1)
  const shown = found.slice(0, RECENT).map(({ note }) => note)
  return { notes: await locate(ctx, shown), isCut: found.length > RECENT }
}

function targetOf({ fileId: file, repoName, repoPath }: NoteTarget) {
  if (file !== undefined && repoName === undefined && repoPath === undefined)
    return { kind: 'file' as const, fileId: file }
  if (file === undefined && repoName !== undefined && repoPath !== undefined)
    return { kind: 'repo' as const, repoName, repoPath }
  if (file === undefined && repoName === undefined && repoPath === undefined) return null
  throw oneNoteTarget({ field: 'file_id' })
}

export async function readNote(ctx: UserCtx, id: string): Promise<LocatedNote> {
  return locateOne(ctx, await notes.getNote(ctx, noteId(id)))
}

type Change = { content?: string | undefined; title?: string | undefined; color?: string | undefined }
type Draft = Change & { content: string }
type Lines = { lineStart?: number | undefined; lineEnd?: number | undefined }

function changeOf({ content, title, color }: Change): notes.ChangeKeepingLines {
  return { content, title, color: LIMITS.colors.find((id) => id === color) }
}

export async function createNote(ctx: UserCtx, target: NoteTarget, draft: Draft & Lines): Promise<notes.Note> {
  const on = targetOf(target)
  if (on === null) throw oneNoteTarget({ field: 'file_id' })
  const note = { ...changeOf(draft), lineStart: draft.lineStart, lineEnd: draft.lineEnd }
  return on.kind === 'file'
    ? notes.createFileNote(ctx, parseFileId(on.fileId), note)
    : createRepoNote(ctx, on.repoName, on.repoPath, note)
}

/** Optimistic lock: an agent must not overwrite a version of the note that it has not read. */
export async function updateNote(ctx: UserCtx, id: string, seen: string, fields: Change): Promise<LocatedNote> {
  const prevUpdatedAt = parseMoment(seen)
  if (!prevUpdatedAt) throw invalidMoment({ field: 'prev_updated_at' })
  const change = changeOf(fields)
  if (Object.values(change).every((value) => value === undefined)) throw nothingToChange()
  const result = await notes.updateNote(ctx, noteId(id), change, prevUpdatedAt)
  if (result.outcome === 'missing') throw notes.noteNotFound({ note_id: id })
  if (result.outcome === 'stale')
    throw noteChanged({ note_id: id, rest: { tool: 'read_note', arguments: { note_id: id } } })
  return locateOne(ctx, result.note)
}

export async function listBoardNotes(ctx: UserCtx, id: string): Promise<notes.Note[]> {
  return boards.listBoardNotes(ctx, boardId(id))
}

export async function createBoardNote(ctx: UserCtx, id: string | undefined, draft: Draft): Promise<notes.Note> {
  const board = id === undefined ? (await boards.listBoards(ctx)).find(({ isDefault }) => isDefault)?.id : boardId(id)
  if (!board) throw boards.boardNotFound({ board_id: id ?? '' })
  return boards.createBoardNote(ctx, board, changeOf(draft))
}

/** Shares its implementation with the web search. */
export async function searchNotes(ctx: UserCtx, query: string, color: string | undefined, limit: number) {
  const found = await notes.searchNotes(ctx, query, LIMITS.colors.find((id) => id === color) ?? null, limit)
  const located = await locate(
    ctx,
    found.hits.map(({ note }) => note),
  )
  return { ...found, hits: found.hits.map((hit, i) => ({ ...hit, note: located[i] ?? hit.note })) }
}
