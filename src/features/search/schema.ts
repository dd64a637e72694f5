import { z } from 'zod'
import { MAX_SEARCH_CHARS } from '#base/search-query/query.ts'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire.ts'
import { OPENED_PATHS } from './opened.ts'
import { GROUPS, MAX_SEARCH_HITS, SEARCH_HITS, type SearchGroup, type SearchHit } from './found.ts'

/** Twice the limit of a query: what is too long gets an error that points at the letter. */
const Text = chars(2 * MAX_SEARCH_CHARS)

export const PageQuery = z.object({ q: Text.default('') })
export const ApiQuery = z.object({
  q: Text,
  limit: z.coerce.number().int().min(1).max(MAX_SEARCH_HITS).default(SEARCH_HITS),
})

const Range = z.array(z.int()).length(2)
const Hit = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  ranges: z.array(Range),
  place: z.string(),
  excerpt: z.object({ text: z.string(), ranges: z.array(Range) }).nullable(),
  matches: z.array(z.object({ line: z.int(), text: z.string(), ranges: z.array(Range), url: z.string() })),
  language: z.string().nullable(),
  symbol_kind: z.string().nullable(),
  is_favorite: z.boolean(),
  updated_at: z.string().nullable(),
})

export const Reply = z.object({
  ok: z.literal(true),
  query: z.string(),
  groups: z.array(
    z.object({
      group: z.enum(GROUPS),
      hits: z.array(Hit),
      has_more: z.boolean(),
      /** Set when something was left out: so many were not searched, where that is known. `repos`: repositories whose symbols are not read yet. */
      unsearched: z.object({ count: z.int().nullable(), ms: z.int().nullable(), repos: z.int().optional() }).optional(),
    }),
  ),
})

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

export function toGroup({ name, hits, hasMore, unsearched }: SearchGroup): z.output<typeof Reply>['groups'][number] {
  return { group: name, hits: hits.map(toHit), has_more: hasMore, ...(unsearched && { unsearched }) }
}

function toHit({ id, url, title, ranges, place, excerpt, lines, ...rest }: SearchHit): z.output<typeof Hit> {
  return {
    id,
    url,
    title,
    ranges: [...ranges],
    place,
    excerpt: excerpt && { text: excerpt.text, ranges: excerpt.ranges },
    matches: lines.map(({ line, text, ranges: marked, url: lineUrl }) => ({
      line,
      text,
      ranges: marked,
      url: lineUrl,
    })),
    language: rest.language,
    symbol_kind: rest.symbolKind,
    is_favorite: rest.isFavourite,
    updated_at: rest.updatedAt && isoUtc(rest.updatedAt),
  }
}
