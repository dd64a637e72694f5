import type { NoteId } from '#base/ids.ts'
import { nextMoment } from '#base/time.ts'
import { charLength } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { armWatch, disarmWatch, getNote, MAX_WATCHED_CHARS, type Note, type Watch } from '#features/notes/public.ts'
import { readWatchedText } from '#features/repo-notes/public.ts'
import * as problems from '../problems.ts'
import type { Change } from '../change.ts'
import { showChanges } from './change-task.ts'
import { acknowledgeOccurrence } from './occurrences.ts'

/** Attempts to arm a watch while the code, or the note, is saved at the same moment. */
const TRIES = 5

/**
 * Watches the lines of a note from their current text on. Also arms a watch again that has fired; the reminder of that change is then
 * acknowledged, unless the user has snoozed it.
 */
export async function setWatch(ctx: UserCtx, noteId: NoteId): Promise<Watch> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const note = await getNote(ctx, noteId)
    const watch = await tryToArm(ctx, note)
    if (watch && note.watch?.firedAt) await acknowledgeOccurrence(ctx, noteId, note.watch.firedAt)
    if (watch) return watch
  }
  throw problems.watchBusy({ note_id: noteId })
}

async function tryToArm(ctx: UserCtx, note: Note): Promise<Watch | null> {
  const watched = await readWatchedText(ctx, note)
  if (!watched) throw problems.nothingToWatch({ note_id: note.id })
  if (charLength(watched.text) > MAX_WATCHED_CHARS) throw problems.watchTooLong({ max: MAX_WATCHED_CHARS })
  const at = note.watch ? nextMoment(ctx.now, note.watch.at) : ctx.now
  const { db, user } = ctx
  return db.transaction().execute(async (trx) => {
    if (!(await watched.lock(trx))) return null
    if (!(await armWatch(trx, user.id, note, { at, text: watched.text }))) return null
    return { at, firedAt: null }
  })
}

/** `canWatch`: the note is on lines of code. */
export type ReadWatch = { canWatch: boolean; watch: Watch | null; change: Change | null }

export async function readWatch(ctx: UserCtx, noteId: NoteId): Promise<ReadWatch> {
  const { target, lineStart, watch } = await getNote(ctx, noteId)
  const changes = watch?.firedAt ? await showChanges(ctx, [noteId]) : null
  return {
    canWatch: target.kind !== 'board' && lineStart !== null,
    watch: watch ?? null,
    change: changes?.get(noteId) ?? null,
  }
}

export async function removeWatch(ctx: UserCtx, noteId: NoteId): Promise<void> {
  await getNote(ctx, noteId)
  const isRemoved = await ctx.db.transaction().execute((trx) => disarmWatch(trx, ctx.user.id, noteId))
  if (!isRemoved) throw problems.watchNotFound({ note_id: noteId })
}
