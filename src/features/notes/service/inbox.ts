import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { haveOpenTasks } from '#features/files/public.ts'
import type { InboxCursor, InboxFilter, InboxNote, NoteSource } from '../inbox.ts'
import * as store from '../store/inbox.ts'

/** `total`: all notes that match. `left`: those after the cursor, with the listed ones. */
export type Inbox = { notes: InboxNote[]; total: number; left: number }

/** One page of the notes that match, and how many there are. */
export async function listInbox(
  ctx: UserCtx,
  filter: InboxFilter,
  cursor: InboxCursor | null,
  limit: number,
): Promise<Inbox> {
  const stored = { ...filter, openBesideFences: filter.show === 'tasks' ? await openBesideFences(ctx) : [] }
  const [notes, total, left] = await Promise.all([
    store.listInbox(ctx.db, ctx.user.id, stored, cursor, limit),
    store.countInbox(ctx.db, ctx.user.id, stored, null),
    cursor && store.countInbox(ctx.db, ctx.user.id, stored, cursor),
  ])
  return { notes, total, left: left ?? total }
}

export async function listNoteSources(ctx: UserCtx, limit: number): Promise<NoteSource[]> {
  return store.listSources(ctx.db, ctx.user.id, limit)
}

/** A task inside fenced code is no task, and SQL cannot tell where a fence ends: few notes have both, and those are read. */
export async function openBesideFences(ctx: UserCtx): Promise<NoteId[]> {
  const notes = await store.listTasksWithFences(ctx.db, ctx.user.id)
  if (notes.length === 0) return []
  const isOpen = await haveOpenTasks(
    ctx,
    notes.map(({ content }) => content),
  )
  return notes.filter((_note, i) => isOpen[i]).map(({ id }) => id)
}

export async function listNoteTags(ctx: UserCtx, limit: number): Promise<string[]> {
  return store.listTags(ctx.db, ctx.user.id, limit)
}
