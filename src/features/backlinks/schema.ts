import { z } from 'zod'
import { MAX_LINK_NAME_CHARS } from '#base/named-link.ts'
import { chars } from '#base/wire-types.ts'
import type { Backlink } from '#features/links/backlink.ts'
import { TARGET_KINDS } from '#features/links/link.ts'
import { toEntry } from './entry.ts'
import type { Suggestion } from './suggest.ts'

const Id = z.string().max(64)

/** `note`, `file`: the text that the link is in. `path`: it is an address beside that file, not a name. */
export const OpenQuery = z.object({
  note: Id.optional(),
  file: Id.optional(),
  name: chars(MAX_LINK_NAME_CHARS),
  part: chars(MAX_LINK_NAME_CHARS).optional(),
  path: z.literal('1').optional(),
})

export const ListQuery = z.object({ to: Id, cursor: Id.optional() })

export const ListReply = z.object({
  ok: z.literal(true),
  /** What is linked to. `title`: the path of a file, the title of a note or the name of a board. */
  target: z.object({ kind: z.enum(TARGET_KINDS), id: z.string(), title: z.string() }),
  /** The notes and files with a link to it, the newest first. `text`: the line with the link. */
  links: z.array(
    z.object({
      kind: z.enum(['file', 'note']),
      id: z.string(),
      title: z.string(),
      url: z.string(),
      line: z.int(),
      text: z.string(),
    }),
  ),
  total: z.int(),
  next_cursor: z.string().nullable(),
})

export const SuggestQuery = z.object({ q: chars(MAX_LINK_NAME_CHARS) })

export const SuggestReply = z.object({
  ok: z.literal(true),
  suggestions: z.array(
    z.object({
      kind: z.enum(['file', 'symbol', 'note', 'board']),
      title: z.string(),
      place: z.string(),
      ranges: z.array(z.array(z.int()).length(2)),
      link: z.string(),
    }),
  ),
})

export function toSuggestion({ ranges, ...same }: Suggestion): z.output<typeof SuggestReply>['suggestions'][number] {
  return { ...same, ranges: ranges.map(([from, to]) => [from, to]) }
}

export function toLinks(links: readonly Backlink[]): z.output<typeof ListReply>['links'] {
  return links.map(toEntry)
}
