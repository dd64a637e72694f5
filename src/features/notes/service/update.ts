import type { NoteId } from '#base/ids.ts'
import { nextMoment, sameMoment } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { type AssertFreeSlot, withQuota } from '#platform/db/quota.ts'
import { canWatchText, type Quote, type Watch } from '#features/following/public.ts'
import { findNoteLinks } from '#features/links/public.ts'
import { collapseTitle, type Note, type NoteChange, type RepoTarget, type Target } from '../note.ts'
import { historyNotFound } from '../problems.ts'
import { snapshotOf } from '../snapshot.ts'
import { keepEarlier } from '../store/history.ts'
import * as store from '../store/notes.ts'
import { quoteFor } from './create.ts'
import { recordNoteLinks } from './links.ts'
import { getHistory } from './read.ts'

export type Updated = { outcome: 'updated'; note: Note } | { outcome: 'stale'; note: Note } | { outcome: 'missing' }

/**
 * Reads the current text of these lines of a repository file. `repos` implements it and `src/app/routes.ts` passes it in: notes are below
 * repositories and cannot import them.
 */
export type QuoteInRepo = (
  ctx: UserCtx,
  target: RepoTarget,
  lines: Pick<NoteChange, 'lineStart' | 'lineEnd'>,
) => Promise<Quote | null>

/** Moves the note to another target of the same kind, in the transaction of the update. */
export type Move = {
  target: Target
  /** The text of the lines, when they are not those of the newest version. */
  quote?: Quote | null
  put: (trx: Db, from: Target, assertFreeSlot: AssertFreeSlot) => Promise<void>
}

/** Maximum attempts of an unconditional update when concurrent writers change the note between read and write. */
const TRIES = 5

/** A change that leaves the note on its lines. */
export type ChangeKeepingLines = Omit<NoteChange, 'lineStart' | 'lineEnd'> & {
  lineStart?: undefined
  lineEnd?: undefined
}

/**
 * Updates the given fields. With `prevUpdatedAt` only if the note is the version that the client saw (optimistic lock);
 * without it, unconditionally. Either way the UPDATE itself compares, and the replaced text goes to the history.
 */
export async function updateNote(
  ctx: UserCtx,
  id: NoteId,
  change: ChangeKeepingLines,
  prevUpdatedAt: Date | null,
): Promise<Updated> {
  return update(ctx, id, change, prevUpdatedAt, null, null)
}

/** Replaces the text by an earlier one; the replaced text goes to the history. */
export async function restoreEarlier(ctx: UserCtx, id: NoteId, seq: number): Promise<Updated> {
  const earlier = (await getHistory(ctx, id)).find((each) => each.seq === seq)
  if (!earlier) throw historyNotFound({ note_id: id, seq })
  return updateNote(ctx, id, { content: earlier.content, title: earlier.title }, null)
}

/** Like `updateNote`, with new lines, whose text is quoted again. */
export async function updateNoteAndLines(
  ctx: UserCtx,
  id: NoteId,
  change: NoteChange,
  prevUpdatedAt: Date | null,
  quoteInRepo: QuoteInRepo,
  move: Move | null = null,
): Promise<Updated> {
  return update(ctx, id, change, prevUpdatedAt, quoteInRepo, move)
}

async function update(
  ctx: UserCtx,
  id: NoteId,
  change: NoteChange,
  prevUpdatedAt: Date | null,
  quoteInRepo: QuoteInRepo | null,
  move: Move | null,
): Promise<Updated> {
  for (let attempt = 1; ; attempt++) {
    const present = await store.findNote(ctx.db, ctx.user.id, id)
    if (!present) return { outcome: 'missing' }
    if (prevUpdatedAt && !sameMoment(present.updatedAt, prevUpdatedAt)) return { outcome: 'stale', note: present }
    const seen = move ? { ...present, target: move.target } : present
    const next = await changed(ctx, seen, change, quoteInRepo, move?.quote)
    const links = await findNoteLinks(ctx, next.content)
    const step = { present, next, links }
    const isWritten = move
      ? await writeAndMove(ctx, step, move)
      : await ctx.db.transaction().execute((trx) => write(trx, ctx, step))
    if (isWritten) return { outcome: 'updated', note: next }
    if (attempt === TRIES) return { outcome: 'stale', note: present }
  }
}

/** Locks the user before the note, as an import does: in the other order the two would deadlock. */
async function writeAndMove(ctx: UserCtx, step: Step, move: Move): Promise<boolean> {
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const isWritten = await write(trx, ctx, step)
    if (isWritten) await move.put(trx, step.present.target, assertFreeSlot)
    return isWritten
  })
}

type Step = { present: Note; next: Note; links: Awaited<ReturnType<typeof findNoteLinks>> }

async function write(trx: Db, ctx: UserCtx, { present, next, links }: Step): Promise<boolean> {
  if (!(await store.swapNote(trx, ctx.user.id, next, present.updatedAt))) return false
  await recordNoteLinks(trx, ctx.user.id, { from: present, to: next }, links)
  const isTextChanged = next.content !== present.content || next.title !== present.title
  if (isTextChanged) await keepEarlier(trx, ctx.user.id, present.id, present, ctx.now)
  await ctx.recordAgentWrite(trx, updateOf(present, next))
  return true
}

export function updateOf(from: Note, to: Note): AgentWrite {
  const states = { before: snapshotOf(from), after: snapshotOf(to) }
  return { kind: 'note_updated', resourceId: to.id, title: '', ...states }
}

async function changed(
  ctx: UserCtx,
  present: Note,
  change: NoteChange,
  quoteInRepo: QuoteInRepo | null,
  quote: Quote | null | undefined,
): Promise<Note> {
  const next: Note = {
    ...present,
    title: change.title === undefined ? present.title : collapseTitle(change.title),
    content: change.content ?? present.content,
    position: change.position ?? present.position,
    size: change.size ?? present.size,
    color: change.color ?? present.color,
    tags: change.tags ?? present.tags,
    isMinimized: change.isMinimized ?? present.isMinimized,
    mode: change.mode ?? present.mode,
    lineStart: change.lineStart === undefined ? present.lineStart : change.lineStart,
    lineEnd: change.lineEnd === undefined ? present.lineEnd : change.lineEnd,
    anchorId: change.anchorId === undefined ? present.anchorId : change.anchorId,
    anchorText: change.anchorText === undefined ? present.anchorText : change.anchorText,
    updatedAt: nextMoment(ctx.now, present.updatedAt),
  }
  const putElsewhere = change.lineStart !== undefined || change.lineEnd !== undefined
  if (putElsewhere && next.target.kind === 'file')
    next.quote = quote === undefined ? await quoteFor(ctx, next.target.fileId, next) : quote
  if (putElsewhere && next.target.kind === 'repo' && quoteInRepo) next.quote = await quoteInRepo(ctx, next.target, next)
  if (putElsewhere) next.watch = watchAfter(next)
  return next
}

/** A watch of lines that is on starts anew on other lines; the store does the same. */
function watchAfter({ watch, lineStart, quote, updatedAt }: Note): Watch | null {
  if (!watch || watch.firedAt) return watch ?? null
  if (watch.symbol && lineStart !== null) return watch
  return canWatchText(lineStart, quote) ? { at: updatedAt, firedAt: null, symbol: null } : null
}
