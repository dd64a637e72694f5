import type { Excerpt } from '#base/needle.ts'
import { markedRanges, markedTexts } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findNotesFor, type FoundNotes, noteUrl } from '#features/notes/public.ts'
import type { FoundGroup, SearchHit } from '../found.ts'
import { scoreOf } from '../rank.ts'
import type { Asked } from './asked.ts'
import { findExcerpts } from './note-excerpts.ts'

const RANKED = 20

export async function searchNotes(ctx: UserCtx, { query, read, limit }: Asked): Promise<FoundGroup> {
  const { notes, hasMore, unchecked } = await findNotesFor(ctx, query, read, Math.max(limit, RANKED))
  const words = markedTexts(query)
  const contents = notes.map(({ note }) => note.content)
  const excerpts = await findExcerpts(ctx, contents, words)
  const isInTrash = query.states.includes('trash')
  const ranked = notes
    .flatMap((found, i) => {
      const excerpt = excerpts[i]
      return excerpt ? [{ ...toHit(found, excerpt, words, ctx.now), ...(isInTrash && { url: '/trash' }) }] : []
    })
    .toSorted((a, b) => b.score - a.score)
  return {
    name: 'notes',
    hits: ranked.slice(0, limit),
    hasMore: hasMore || ranked.length > limit,
    unsearched: unchecked > 0 ? { count: unchecked, ms: null } : null,
  }
}

function toHit(
  { note, fileName, boardName }: FoundNotes['notes'][number],
  excerpt: Excerpt,
  words: readonly string[],
  now: Date,
): SearchHit {
  const { id, title, target, updatedAt } = note
  return {
    id,
    url: noteUrl(note),
    title,
    ranges: markedRanges(title, words),
    place: fileName ?? boardName ?? (target.kind === 'repo' ? `${target.repoName} · ${target.repoPath}` : ''),
    excerpt,
    lines: [],
    updatedAt,
    language: null,
    symbolKind: null,
    isFavourite: false,
    score: scoreOf({ name: title, texts: [excerpt], isFavourite: false, isOwn: true, updatedAt }, words, now),
  }
}
