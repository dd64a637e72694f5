import type { FileId, NoteId } from '#base/ids.ts'
import { truncateChars } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getContent, getFile, watchFile } from '#features/files/public.ts'
import { quoteOf } from '#features/following/public.ts'
import { attachedPlace, type Note } from '../note.ts'
import { noteNotFound } from '../problems.ts'
import * as store from '../store/move-offers.ts'
import { isFileWatched } from '../store/watches.ts'
import { getNote } from './read.ts'
import { type Move, updateNoteAndLines } from './update.ts'

/** What the page stores of the text too. */
const ANCHOR_CHARS = 500

/** Lines of one version of a file. */
export type LinesInFile = { fileId: FileId; version: number; lineStart: number; lineEnd: number }

export type MovedToFile = { outcome: 'updated' | 'stale'; note: Note; was: LinesInFile | null }

/**
 * Attaches a note of a file to lines of another file, as they are in one of its versions: it may have been saved again since the user saw the offer, and
 * to undo a move the note returns to a version that had its lines. `was` is where it was attached, for that undo.
 */
export async function moveNoteToFile(ctx: UserCtx, id: NoteId, to: LinesInFile): Promise<MovedToFile> {
  const present = await getNote(ctx, id)
  if (present.target.kind !== 'file') throw noteNotFound({ note_id: id })
  const file = await getFile(ctx, to.fileId)
  const quote = quoteOf(await getContent(ctx, file, to.version), to.version, to.lineStart, to.lineEnd)
  const { lineStart, lineEnd } = to
  const target = { kind: 'file' as const, fileId: file.id }
  const attached = attachedPlace({ ...present, target, quote, lineStart, lineEnd, updatedAt: ctx.now })
  const move: Move = {
    target,
    quote,
    put: async (trx) => {
      await store.putOnFile(trx, ctx.user.id, id, file.id, attached ? [attached] : [])
      if (await isFileWatched(trx, ctx.user.id, file.id)) await watchFile(trx, ctx.user.id, file.id, null)
    },
  }
  const anchorText = quote && truncateChars(quote.text.replace(/\r?\n$/, ''), ANCHOR_CHARS)
  const change = { lineStart, lineEnd, anchorId: null, anchorText }
  const updated = await updateNoteAndLines(ctx, id, change, null, () => Promise.resolve(null), move)
  if (updated.outcome === 'missing') throw noteNotFound({ note_id: id })
  return { ...updated, was: attachedAt(present) }
}

function attachedAt({ target, quote, lineStart, lineEnd }: Note): LinesInFile | null {
  if (target.kind !== 'file' || !quote || lineStart === null) return null
  return { fileId: target.fileId, version: quote.version, lineStart, lineEnd: lineEnd ?? lineStart }
}

/** Stops offering to move a note whose code was lost in this version; null offers it again. */
export async function dismissMove(ctx: UserCtx, id: NoteId, version: number | null): Promise<void> {
  if (!(await store.dismissMove(ctx.db, ctx.user.id, id, version))) throw noteNotFound({ note_id: id })
}
