import { linesIn } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { AnchoredNote, Followed, Quote } from '../../anchored-note.ts'
import type { AnchorLocation } from '../../location.ts'
import { follow, followBlobsTask } from './follow-task.ts'

/** `commit`: from where it is followed: where a sync has followed it to, or where it was attached. */
type Anchored = { note: AnchoredNote; quote: Quote; commit: string; start: number; followed: Followed | null }

/**
 * Locates the notes of a repository file in the current commit, following them through commits and renames. Nothing is written. `readSince` reads
 * the file from a commit to the current one.
 */
export async function locateInCommit(
  ctx: UserCtx,
  notes: readonly AnchoredNote[],
  readSince: (commit: string) => Promise<(Uint8Array | null)[]>,
): Promise<Map<NoteId, AnchorLocation>> {
  const locations = new Map<NoteId, AnchorLocation>()
  for (const [commit, together] of Map.groupBy(notes.flatMap(anchoredOf), (each) => each.commit)) {
    const anchors = together.map(({ note, quote, start, followed }) => ({
      lines: { start, end: note.lineEnd ?? start },
      version: 0,
      quote: quote.text,
      followed: followed && { lines: linesIn(followed.ranges), isMoved: followed.isMoved },
    }))
    const found = await follow(ctx, followBlobsTask, { anchors, blobs: await readSince(commit) })
    // The newest blob is not text, so these notes get no location.
    if (found === null) continue
    for (const [i, { note }] of together.entries())
      if (found[i]) locations.set(note.id, { ...found[i], places: note.places ?? [] })
  }
  return locations
}

function anchoredOf(note: AnchoredNote): Anchored[] {
  const { quote, lineStart, followed = null } = note
  if (!quote?.commit || lineStart === null) return []
  return [{ note, quote, commit: followed?.commit ?? quote.commit, start: lineStart, followed }]
}
