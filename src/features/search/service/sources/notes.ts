import type { Excerpt } from '#base/needle.ts'
import { markedRanges } from '#base/search-query/text-terms.ts'
import { findNotesFor, type FoundNotes, noteUrl } from '#features/notes/public.ts'
import type { Candidate } from '../../found.ts'
import { findExcerpts } from './note-excerpts.ts'
import type { Source } from './source.ts'

/** Among so many of the most recently changed matches the best are chosen. */
const RANKED = 20

export const findNotes: Source = async (ctx, { query, read, words, limit }) => {
  const { notes, hasMore, unchecked } = await findNotesFor(ctx, query, read, Math.max(limit, RANKED))
  const contents = notes.map(({ note }) => note.content)
  const excerpts = await findExcerpts(ctx, contents, words)
  const isInTrash = query.states.includes('trash')
  return {
    candidates: notes.flatMap((found, i) => {
      const excerpt = excerpts[i]
      return excerpt ? [{ ...toCandidate(found, excerpt, words), ...(isInTrash && { url: '/trash' }) }] : []
    }),
    hasMore,
    unsearched: unchecked > 0 ? { count: unchecked, ms: null } : null,
  }
}

function toCandidate(
  { note, fileName, boardName }: FoundNotes['notes'][number],
  excerpt: Excerpt,
  words: readonly string[],
): Candidate {
  const { id, title, target, updatedAt } = note
  return {
    id,
    url: noteUrl(note),
    title,
    ranges: markedRanges(title, words),
    place: fileName ?? boardName ?? (target.kind === 'repo' ? `${target.repoName} · ${target.repoPath}` : ''),
    excerpt,
    updatedAt,
    isOwn: true,
  }
}
