import { markedRanges, markedTexts } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type FoundFiles, findFilesFor, readingPath } from '#features/files/public.ts'
import type { SearchGroup, SearchHit } from '../found.ts'
import { scoreOf } from '../rank.ts'
import type { Asked } from './asked.ts'

/** Among so many of the most recently changed matches the best are chosen. */
const RANKED = 40

export async function searchFiles(ctx: UserCtx, { query, read, limit }: Asked): Promise<SearchGroup> {
  const { hits, hasMore, unsearched } = await findFilesFor(ctx, read, Math.max(limit, RANKED))
  const words = markedTexts(query)
  const ranked = hits.map((hit) => toHit(hit, words, ctx.now)).toSorted((a, b) => b.score - a.score)
  return {
    name: 'files',
    hits: ranked.slice(0, limit),
    hasMore: hasMore || ranked.length > limit,
    unsearched: unsearched && { count: unsearched.files, ms: unsearched.ms },
  }
}

function toHit({ file, lines }: FoundFiles['hits'][number], words: readonly string[], now: Date): SearchHit {
  const { id, fileName, folder, language, isFavorite: isFavourite, updatedAt, deletedAt } = file
  return {
    id,
    url: deletedAt ? '/trash' : readingPath(file),
    title: fileName,
    ranges: markedRanges(fileName, words),
    place: folder,
    excerpt: null,
    lines: lines.map((line) => ({ ...line, url: `/file/${id}#L${line.line}` })),
    updatedAt,
    language,
    symbolKind: null,
    isFavourite,
    score: scoreOf({ name: fileName, texts: lines, isFavourite, updatedAt }, words, now),
  }
}
