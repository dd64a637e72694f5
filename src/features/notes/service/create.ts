import type { BoardId, FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { holdBoard } from '#features/boards/public.ts'
import { getContent, getFile } from '#features/files/public.ts'
import {
  BOUNDS,
  collapseTitle,
  defaultMode,
  MAX_NOTES_PER_BOARD,
  MAX_NOTES_PER_USER,
  type Note,
  type NoteChange,
  type Quote,
  type Target,
} from '../note.ts'
import { noteQuotaExceeded } from '../problems.ts'
import { quoteOf } from '../quote.ts'
import { snapshotOf } from '../snapshot.ts'
import * as store from '../store/notes.ts'

export async function createFileNote(ctx: UserCtx, fileId: FileId, draft: NoteChange): Promise<Note> {
  await getFile(ctx, fileId)
  const note = newNote(ctx, { kind: 'file', fileId }, draft, await quoteFor(ctx, fileId, draft))
  return insert(ctx, note, async () => undefined)
}

export async function createBoardNote(ctx: UserCtx, boardId: BoardId, draft: NoteChange): Promise<Note> {
  const note = newNote(ctx, { kind: 'board', boardId }, draft, null)
  return insert(ctx, note, async (trx) => {
    await holdBoard(trx, ctx, boardId)
    const lying = await store.countOnTarget(trx, ctx.user.id, note.target)
    if (lying >= MAX_NOTES_PER_BOARD) throw noteQuotaExceeded({ max: MAX_NOTES_PER_BOARD, scope: 'board' })
  })
}

/** What the lines say that a note is put on, so that its place can be found in later versions. */
export async function quoteFor(
  ctx: UserCtx,
  fileId: FileId,
  lines: Pick<NoteChange, 'lineStart' | 'lineEnd'>,
): Promise<Quote | null> {
  if (!lines.lineStart) return null
  const file = await getFile(ctx, fileId)
  const content = await getContent(ctx, file, file.version)
  return quoteOf(content, file.version, lines.lineStart, lines.lineEnd ?? lines.lineStart)
}

const CREATED = { file: 'note_created', board: 'board_note_created', repo: 'repo_note_created' } as const

export async function insert(ctx: UserCtx, note: Note, checkTarget: (trx: Db) => Promise<void>): Promise<Note> {
  await ctx.db.transaction().execute(async (trx) => {
    await assertRoom(trx, ctx)
    await checkTarget(trx)
    await store.insertNote(trx, ctx.user.id, note)
    const kind = CREATED[note.target.kind]
    await ctx.wrote(trx, { kind, resourceId: note.id, title: '', before: null, after: snapshotOf(note) })
  })
  ctx.emit(businessMetric, { metric: 'note_created' })
  return note
}

/** Inside the inserting transaction, in this person's turn: the last free place is given away once. */
export async function assertRoom(trx: Db, ctx: UserCtx): Promise<void> {
  await store.takeTurn(trx, ctx.user.id)
  const held = await store.countNotes(trx, ctx.user.id)
  if (held >= MAX_NOTES_PER_USER) throw noteQuotaExceeded({ max: MAX_NOTES_PER_USER, scope: 'user' })
}

export function newNote(ctx: UserCtx, target: Target, draft: NoteChange, quote: Quote | null): Note {
  return {
    id: ctx.newId<'note'>(),
    target,
    title: collapseTitle(draft.title ?? ''),
    content: draft.content ?? '',
    position: draft.position ?? { x: BOUNDS.x.standard, y: BOUNDS.y.standard },
    size: draft.size ?? { width: BOUNDS.width.standard, height: BOUNDS.height.standard },
    color: draft.color ?? 'yellow',
    isMinimized: draft.isMinimized ?? false,
    mode: draft.mode ?? defaultMode(target.kind),
    lineStart: draft.lineStart ?? null,
    lineEnd: draft.lineEnd ?? null,
    anchorId: draft.anchorId ?? null,
    anchorText: draft.anchorText ?? null,
    quote,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
}
