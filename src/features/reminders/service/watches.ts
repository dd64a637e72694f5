import type { NoteId } from '#base/ids.ts'
import { nextMoment } from '#base/time.ts'
import { charLength } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { MAX_WATCHED_CHARS, type Watch, type WatchedSymbol } from '#features/following/public.ts'
import { armWatch, disarmWatch, getNote, type Note } from '#features/notes/public.ts'
import * as problems from '../problems.ts'
import type { ReadWatch, WatchOf } from '../watch.ts'
import { showChanges } from './change-task.ts'
import { acknowledgeOccurrence } from './occurrences.ts'
import { readWatchedText, type WatchedText } from './watched-text.ts'

/** Attempts to arm a watch while the code, or the note, is saved at the same moment. */
const TRIES = 5

/** `enclosing`: the function or type that can be watched instead of the lines. */
type Armed = { watch: Watch; enclosing: WatchedSymbol | null }

/**
 * Watches the lines of a note, or the symbol around them, from their current text on; without a choice what it watched before, else the lines. Also
 * arms a watch again that has fired; the reminder of that change is then acknowledged, unless the user has snoozed it.
 */
export async function setWatch(ctx: UserCtx, noteId: NoteId, chosen: WatchOf | null): Promise<Armed> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const note = await getNote(ctx, noteId)
    const armed = await tryToArm(ctx, note, chosen ?? (note.watch?.symbol ? 'symbol' : 'lines'))
    if (armed && note.watch?.firedAt) await acknowledgeOccurrence(ctx, noteId, note.watch.firedAt)
    if (armed) return armed
  }
  throw problems.watchBusy({ note_id: noteId })
}

async function tryToArm(ctx: UserCtx, note: Note, chosen: WatchOf): Promise<Armed | null> {
  const code = await readWatchedText(ctx, note)
  const { text, symbol } = watchedIn(code, note.id, chosen)
  if (charLength(text) > MAX_WATCHED_CHARS) throw problems.watchTooLong({ max: MAX_WATCHED_CHARS })
  const at = note.watch ? nextMoment(ctx.now, note.watch.at) : ctx.now
  const { db, user } = ctx
  return db.transaction().execute(async (trx) => {
    if (!(await code?.lock(trx))) return null
    if (!(await armWatch(trx, user.id, note, { at, text, symbol }))) return null
    return { watch: { at, firedAt: null, symbol }, enclosing: enclosingIn(code) }
  })
}

function watchedIn(code: WatchedText | null, noteId: NoteId, chosen: WatchOf): WatchedNow {
  if (code?.symbol && chosen === 'symbol') return code.symbol
  if (code?.lines != null && chosen === 'lines') return { text: code.lines, symbol: null }
  throw code?.lines == null
    ? problems.nothingToWatch({ note_id: noteId })
    : problems.noSymbolToWatch({ note_id: noteId })
}

type WatchedNow = { text: string; symbol: WatchedSymbol | null }

/** The symbol that is offered: one that is short enough. */
function enclosingIn(code: WatchedText | null): WatchedSymbol | null {
  return code?.symbol && charLength(code.symbol.text) <= MAX_WATCHED_CHARS ? code.symbol.symbol : null
}

export async function readWatch(ctx: UserCtx, noteId: NoteId): Promise<ReadWatch> {
  const note = await getNote(ctx, noteId)
  const { target, lineStart, watch } = note
  const changes = watch?.firedAt ? await showChanges(ctx, [noteId]) : null
  return {
    canWatch: target.kind !== 'board' && lineStart !== null,
    watch: watch ?? null,
    enclosing: enclosingIn(await readWatchedText(ctx, note).catch(nullIfProblem)),
    change: changes?.get(noteId) ?? null,
  }
}

/** A file in the trash has nothing to offer; reading the watch still works. */
function nullIfProblem(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

export async function removeWatch(ctx: UserCtx, noteId: NoteId): Promise<void> {
  await getNote(ctx, noteId)
  const isRemoved = await ctx.db.transaction().execute((trx) => disarmWatch(trx, ctx.user.id, noteId))
  if (!isRemoved) throw problems.watchNotFound({ note_id: noteId })
}
