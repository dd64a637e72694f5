import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { type AssertFreeSlot, withQuota } from '#platform/db/quota.ts'
import { businessMetric } from '#platform/events/business.ts'
import { getContent, getFile } from '#features/files/public.ts'
import { type Quote, quoteOf } from '#features/following/public.ts'
import { findNoteLinks } from '#features/links/public.ts'
import { attachedPlace, BOUNDS, collapseTitle, defaultMode, type Note, type NoteChange, type Target } from '../note.ts'
import { snapshotOf } from '../snapshot.ts'
import * as store from '../store/notes.ts'
import { recordNoteLinks } from './links.ts'
import { targetQuotas, userQuota } from './quotas.ts'

export async function createFileNote(ctx: UserCtx, fileId: FileId, draft: NoteChange): Promise<Note> {
  await getFile(ctx, fileId)
  const note = newNote(ctx, { kind: 'file', fileId }, draft, await quoteFor(ctx, fileId, draft))
  return insert(ctx, note)
}

/** Quotes the anchored lines, so that later versions can be searched for them. */
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

export async function insert(ctx: UserCtx, note: Note, lockTarget?: (trx: Db) => Promise<unknown>): Promise<Note> {
  const links = await findNoteLinks(ctx, note.content)
  await withQuota(ctx.db, ctx.user.id, (trx, assertFreeSlot) =>
    put(trx, ctx, { note, links }, assertFreeSlot, lockTarget),
  )
  ctx.emit(businessMetric, { metric: 'note_created' })
  return note
}

async function put(
  trx: Db,
  ctx: UserCtx,
  { note, links }: { note: Note; links: Awaited<ReturnType<typeof findNoteLinks>> },
  assertFreeSlot: AssertFreeSlot,
  lockTarget?: (trx: Db) => Promise<unknown>,
): Promise<void> {
  await assertFreeSlot(userQuota(ctx))
  await lockTarget?.(trx)
  await assertFreeSlot(...targetQuotas(ctx, note.target))
  await store.insertNote(trx, ctx.user.id, note)
  await recordNoteLinks(trx, ctx.user.id, { from: null, to: note }, links)
  const kind = CREATED[note.target.kind]
  await ctx.recordAgentWrite(trx, { kind, resourceId: note.id, title: '', before: null, after: snapshotOf(note) })
}

/** A note on a line of a file that was created in the same transaction of `withQuota`. */
export async function createNoteOnNewFile(
  trx: Db,
  ctx: UserCtx,
  assertFreeSlot: AssertFreeSlot,
  file: { id: FileId; text: string },
  { content, line }: { content: string; line: number },
): Promise<Note> {
  const quote = quoteOf(file.text, 1, line, line)
  const note = newNote(ctx, { kind: 'file', fileId: file.id }, { content, lineStart: line, lineEnd: line }, quote)
  await put(trx, ctx, { note, links: await findNoteLinks(ctx, content) }, assertFreeSlot)
  return note
}

export function newNote(ctx: UserCtx, target: Target, draft: NoteChange, quote: Quote | null): Note {
  const note: Note = {
    id: ctx.newId<'note'>(),
    target,
    title: collapseTitle(draft.title ?? ''),
    content: draft.content ?? '',
    position: draft.position ?? { x: BOUNDS.x.standard, y: BOUNDS.y.standard },
    size: draft.size ?? { width: BOUNDS.width.standard, height: BOUNDS.height.standard },
    color: draft.color ?? 'yellow',
    tags: draft.tags ?? [],
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
  const attached = attachedPlace(note)
  return { ...note, places: attached ? [attached] : [] }
}
