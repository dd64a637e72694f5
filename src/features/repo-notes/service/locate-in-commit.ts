import { linesIn } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { readBlobsSince, readCurrentText, type Repo } from '#features/repos/public.ts'
import {
  followBlobs,
  type Followed,
  type Note,
  type NoteChange,
  type AnchorLocation,
  type Quote,
  quoteOf,
  type RepoTarget,
} from '#features/notes/public.ts'

/** Quotes the current text of the lines, with its commit. */
export async function repoQuote(
  ctx: UserCtx,
  { repoName, repoPath }: RepoTarget,
  lines: Pick<NoteChange, 'lineStart' | 'lineEnd'>,
): Promise<Quote | null> {
  if (!lines.lineStart) return null
  const current = await readCurrentText(ctx, repoName, repoPath)
  const quote = current && quoteOf(current.text, 1, lines.lineStart, lines.lineEnd ?? lines.lineStart)
  return quote && { ...quote, commit: current.commit }
}

/** `commit`: from where it is followed: where a sync has followed it to, or where it was attached. */
type Anchored = { note: Note; quote: Quote; commit: string; start: number; followed: Followed | null }

/** Locates notes in the current commit, following them through commits and renames. Nothing is written. */
export async function locateInCommit(
  ctx: UserCtx,
  repo: Repo,
  notes: readonly Note[],
): Promise<Map<NoteId, AnchorLocation>> {
  const locations = new Map<NoteId, AnchorLocation>()
  for (const [commit, together] of Map.groupBy(notes.flatMap(anchoredOf), (each) => each.commit)) {
    const [first] = together
    const path = first?.note.target.kind === 'repo' ? first.note.target.repoPath : ''
    const blobs = await readBlobsSince(ctx, repo, path, commit)
    if (blobs === null) continue
    const anchors = together.map(({ note, quote, start, followed }) => ({
      lines: { start, end: note.lineEnd ?? start },
      version: 0,
      quote: quote.text,
      followed: followed && { lines: linesIn(followed.ranges), isMoved: followed.isMoved },
    }))
    const found = await followBlobs(ctx, { anchors, blobs })
    // The newest blob is not text, so these notes get no location.
    if (found === null) continue
    for (const [i, { note }] of together.entries())
      if (found[i]) locations.set(note.id, { ...found[i], places: note.places ?? [] })
  }
  return locations
}

function anchoredOf(note: Note): Anchored[] {
  const { quote, lineStart, followed = null } = note
  if (!quote?.commit || lineStart === null) return []
  return [{ note, quote, commit: followed?.commit ?? quote.commit, start: lineStart, followed }]
}
