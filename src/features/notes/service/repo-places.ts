import type { NoteId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { currentText, type Repo, textsSince } from '#features/repos/public.ts'
import { followAnchors, type Place } from '../anchor/follow.ts'
import type { Note, NoteChange, Quote, RepoTarget } from '../note.ts'
import { quoteOf } from '../quote.ts'

/** What the lines say now, and in which commit. */
export async function repoQuote(
  ctx: UserCtx,
  { repoName, repoPath }: RepoTarget,
  lines: Pick<NoteChange, 'lineStart' | 'lineEnd'>,
): Promise<Quote | null> {
  if (!lines.lineStart) return null
  const current = await currentText(ctx, repoName, repoPath)
  const quote = current && quoteOf(current.text, 1, lines.lineStart, lines.lineEnd ?? lines.lineStart)
  return quote && { ...quote, commit: current.commit }
}

type Anchored = { note: Note; quote: Quote; commit: string; start: number }

/** Where notes are in the current commit: carried from commit to commit, also through renames. Nothing is written. */
export async function repoPlaces(ctx: UserCtx, repo: Repo, notes: readonly Note[]): Promise<Map<NoteId, Place>> {
  const places = new Map<NoteId, Place>()
  for (const [commit, together] of Map.groupBy(notes.flatMap(anchoredOf), (each) => each.commit)) {
    const [first] = together
    const path = first?.note.target.kind === 'repo' ? first.note.target.repoPath : ''
    const texts = await textsSince(ctx, repo, path, commit)
    // Nothing can be said of where they are now, so nothing is.
    if (texts === null) continue
    const anchors = together.map(({ note, quote, start }) => ({
      lines: { start, end: note.lineEnd ?? start },
      version: 0,
      quote: quote.text,
    }))
    const found = followAnchors(
      anchors,
      texts.map((content, version) => ({ version, content })),
    )
    for (const [i, { note }] of together.entries()) if (found[i]) places.set(note.id, found[i])
  }
  return places
}

function anchoredOf(note: Note): Anchored[] {
  const { quote, lineStart } = note
  return quote?.commit && lineStart !== null ? [{ note, quote, commit: quote.commit, start: lineStart }] : []
}
