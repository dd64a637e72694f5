import type { Range } from '#base/needle.ts'
import { readingPath } from '#base/reading-path.ts'
import type { Query } from '#base/search-query/query.ts'
import { markedRanges } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type FoundFiles, findFilesFor, searchFileNames } from '#features/files/public.ts'
import type { Candidate } from '../../found.ts'
import type { Source } from './source.ts'

/** Among so many of the most recently changed matches the best are chosen. */
const RANKED = 20

export const findFiles: Source = async (ctx, { query, read, words, limit }) => {
  const [{ hits, hasMore, unsearched }, named] = await Promise.all([
    findFilesFor(ctx, read, Math.max(limit, RANKED)),
    findByName(ctx, query, words, limit),
  ])
  const found = new Set(hits.map(({ file }) => file.id))
  const others = named.filter(({ id }) => !found.has(id)).map((file) => ({ file, lines: [] }))
  return {
    candidates: [...hits, ...others].map((hit) => toCandidate(hit, words)),
    hasMore,
    unsearched: unsearched && { count: unsearched.files, ms: unsearched.ms },
  }
}

/** Files with this name, however long ago they were changed. Only for one word without filters: the index of names knows nothing else. */
async function findByName(
  ctx: UserCtx,
  { terms, filters, states, before, after }: Query,
  words: readonly string[],
  limit: number,
) {
  const [word] = words
  const isOneWord = terms.length === 1 && filters.length + states.length === 0 && !before && !after
  if (!isOneWord || word === undefined) return []
  return (await searchFileNames(ctx, word, { limit })).map(({ file }) => file)
}

function toCandidate({ file, lines }: FoundFiles['hits'][number], words: readonly string[]): Candidate {
  const marked = markedRanges(file.fileName, words)
  return {
    ...fileCandidate(file, marked),
    lines: lines.map((line) => ({ ...line, url: `/file/${file.id}#L${line.line}` })),
  }
}

export function fileCandidate(file: FoundFiles['hits'][number]['file'], ranges: Range[]): Candidate {
  const { id, fileName, folder, language, isFavorite, updatedAt, deletedAt, version, repo } = file
  return {
    id,
    url: deletedAt ? '/trash' : readingPath(file),
    title: fileName,
    ranges,
    place: folder,
    updatedAt,
    language,
    isFavourite: isFavorite,
    isOwn: version > 1 || repo === null,
  }
}
