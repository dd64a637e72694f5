import { z } from 'zod'
import { MAX_SEARCH_CHARS } from '#base/search-query/query.ts'
import { SEARCH_GROUPS } from '#base/search-query/vocabulary.ts'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire-types.ts'
import { OPENED_PATHS } from './opened.ts'
import { MAX_SEARCH_HITS, SEARCH_HITS, type SearchGroup, type SearchHit } from './found.ts'

/** Twice the limit of a query: what is too long gets an error that points at the letter. */
const Text = chars(2 * MAX_SEARCH_CHARS)

const Limit = z.coerce.number().int().min(1).max(MAX_SEARCH_HITS)

/** `create`: the name that a link asked for and nothing has; the page offers to create the file. */
export const PageQuery = z.object({ q: Text.default(''), create: Text.default('') })
export const ApiQuery = z.object({
  q: Text,
  limit: Limit.default(SEARCH_HITS),
})
/** Without a limit, a group that is alone has more results, as on the page. */
export const StreamQuery = z.object({ q: Text, limit: Limit.optional() })

const Range = z.array(z.int()).length(2)
/** Whether text is missing before and behind the excerpt. */
const Cut = z.object({ start: z.boolean(), end: z.boolean() })
const Hit = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  ranges: z.array(Range),
  place: z.string(),
  excerpt: z.object({ text: z.string(), ranges: z.array(Range), cut: Cut }).nullable(),
  matches: z.array(z.object({ line: z.int(), text: z.string(), ranges: z.array(Range), cut: Cut, url: z.string() })),
  language: z.string().nullable(),
  symbol_kind: z.string().nullable(),
  is_favorite: z.boolean(),
  updated_at: z.string().nullable(),
  /** How well it matches; larger is better. Comparable between groups. */
  score: z.number(),
})

const Group = z.object({
  group: z.enum(SEARCH_GROUPS),
  hits: z.array(Hit),
  has_more: z.boolean(),
  /** The page with more results of this group. */
  more_url: z.string().nullable(),
  /** Niqqud counts in this group. */
  counts_niqqud: z.boolean(),
  /** Set when something was left out: so many were not searched, where that is known. `repos`: repositories whose symbols are not read yet. */
  unsearched: z.object({ count: z.int().nullable(), ms: z.int().nullable(), repos: z.int().optional() }).optional(),
})
export type GroupReply = z.output<typeof Group>

export const Reply = z.object({ ok: z.literal(true), query: z.string(), groups: z.array(Group) })

export const NamesReply = z.object({ ok: z.literal(true), groups: z.array(Group) })

/** What can stand behind `lang:`, `tag:`, `repo:` and `path:`. */
export const ValuesReply = z.object({
  ok: z.literal(true),
  lang: z.array(z.string()),
  tag: z.array(z.string()),
  repo: z.array(z.string()),
  path: z.array(z.string()),
})

/** One address is a string, several are a list. */
export const OpenedQuery = z.object({
  path: z
    .union([z.string(), z.array(z.string()).max(OPENED_PATHS)])
    .default([])
    .transform((paths) => [paths].flat()),
})

export const OpenedReply = z.object({
  ok: z.literal(true),
  opened: z.array(
    z.object({ group: z.enum(['files', 'boards', 'repos']), url: z.string(), title: z.string(), place: z.string() }),
  ),
})

export function toGroup({ name, hits, hasMore, moreUrl, countsNiqqud, unsearched }: SearchGroup): GroupReply {
  return {
    group: name,
    hits: hits.map(toHit),
    has_more: hasMore,
    more_url: moreUrl,
    counts_niqqud: countsNiqqud,
    ...(unsearched && { unsearched }),
  }
}

function toHit({ id, url, title, ranges, place, excerpt, lines, ...rest }: SearchHit): z.output<typeof Hit> {
  return {
    id,
    url,
    title,
    ranges: [...ranges],
    place,
    excerpt: excerpt && { text: excerpt.text, ranges: excerpt.ranges, cut: excerpt.cut },
    matches: lines.map(({ line, text, ranges: marked, cut, url: lineUrl }) => ({
      line,
      text,
      ranges: marked,
      cut,
      url: lineUrl,
    })),
    language: rest.language,
    symbol_kind: rest.symbolKind,
    is_favorite: rest.isFavourite,
    updated_at: rest.updatedAt && isoUtc(rest.updatedAt),
    score: rest.score,
  }
}

/** One group, as soon as it has been searched. */
export function toGroupEvent(group: SearchGroup): string {
  return `event: group\ndata: ${JSON.stringify(toGroup(group))}\n\n`
}

/** All groups have been sent. Without it the stream was cut off. */
export const DONE_EVENT = 'event: done\ndata: {}\n\n'
