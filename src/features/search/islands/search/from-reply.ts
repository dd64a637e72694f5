import type { Range } from '#base/needle.ts'
import type { SearchGroup, SearchHit } from '../../found.ts'
import type { GroupReply } from '../../schema.ts'

/** A group as the server sent it. */
export function fromReply({ group, hits, has_more, more_url, counts_niqqud, unsearched }: GroupReply): SearchGroup {
  return {
    name: group,
    hits: hits.map(fromHit),
    hasMore: has_more,
    moreUrl: more_url,
    countsNiqqud: counts_niqqud,
    unsearched: unsearched ? fromUnsearched(unsearched) : null,
  }
}

function fromUnsearched({ count, ms, repos }: NonNullable<GroupReply['unsearched']>) {
  return { count, ms, ...(repos !== undefined && { repos }) }
}

function fromHit({ id, url, title, place, language, score, ...rest }: GroupReply['hits'][number]): SearchHit {
  return {
    id,
    url,
    title,
    ranges: fromRanges(rest.ranges),
    place,
    excerpt: rest.excerpt && { ...rest.excerpt, ranges: fromRanges(rest.excerpt.ranges) },
    lines: rest.matches.map((line) => ({ ...line, ranges: fromRanges(line.ranges) })),
    updatedAt: rest.updated_at === null ? null : new Date(rest.updated_at),
    language,
    symbolKind: rest.symbol_kind,
    isFavourite: rest.is_favorite,
    score,
  }
}

function fromRanges(ranges: readonly number[][]): Range[] {
  return ranges.map(([from = 0, to = 0]) => [from, to])
}
