import type { Locale } from '#base/messages.ts'
import { type Excerpt, excerptAround, type Range } from '#base/needle.ts'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import { call } from '#browser/api.ts'
import { GROUP_ICONS } from '#ui/group-icons.ts'
import { dialogMessages } from '../../messages/dialogs.ts'
import type { Entry } from './commands.ts'

/** Of each group. */
const SHOWN = 6
/** With so few results, names in which letters are left out are looked for too. */
const FEW = 4
/** A line begins near its match: the palette is narrow. */
const TEXT_CHARS = 120
const BEFORE_MATCH_CHARS = 16

type Groups = { groups: { group: GroupName; hits: Hit[] }[] }
type Found = { text: string; ranges: Range[] }
type Hit = {
  id: string
  url: string
  title: string
  ranges: Range[]
  place: string
  excerpt: Found | null
  matches: (Found & { line: number; url: string })[]
}

/** The search of everything, on the server. A query that cannot be read yet finds nothing; the page of the search says why. */
export async function searchedEntries(query: string, locale: Locale, signal: AbortSignal): Promise<Entry[]> {
  if (query.trim() === '') return []
  const exact = await ask('/api/search', query, locale, signal)
  if (exact.length >= FEW) return exact
  const known = new Set(exact.map(({ id }) => id))
  const similar = await ask('/api/search/names', query, locale, signal)
  return [...exact, ...similar.filter(({ id }) => !known.has(id))]
}

async function ask(path: string, query: string, locale: Locale, signal: AbortSignal): Promise<Entry[]> {
  const answer = await call<Groups>('GET', `${path}?limit=${SHOWN}&q=${encodeURIComponent(query)}`, { signal })
  if (answer.outcome !== 'done') return []
  return answer.data.groups.flatMap(({ group, hits }) => hits.map((hit) => toEntry(group, hit, locale)))
}

function toEntry(group: GroupName, hit: Hit, locale: Locale): Entry {
  const { id, url, matches } = hit
  const [line] = matches
  const place = placeOf(group, hit)
  return {
    // An id of an element has no spaces, and a path may have some.
    id: `${group}-${encodeURIComponent(id)}`,
    group,
    icon: GROUP_ICONS[group],
    ...named(hit, locale),
    ...(place && { location: place }),
    ...(line && { text: { ...near(line), line: line.line } }),
    does: 'go',
    // A file opens at the line that was found, unless it was found by its name.
    href: line && hit.ranges.length === 0 ? line.url : url,
  }
}

/** A symbol is on a line of its file. */
function placeOf(group: GroupName, { url, place }: Hit): string {
  const line = group === 'symbols' ? /#L(\d+)$/.exec(url)?.[1] : undefined
  return line === undefined ? place : `${place}:${line}`
}

/** A note without a title is named by its first line, and one with a title has the text that was found below it. */
function named({ title, ranges, excerpt }: Hit, locale: Locale): Pick<Entry, 'label' | 'ranges' | 'text'> {
  if (title !== '') {
    const isFound = excerpt !== null && excerpt.ranges.length > 0
    return { label: title, ranges, ...(isFound && { text: { ...near(excerpt), line: null } }) }
  }
  const text = excerpt?.text.trimStart() ?? ''
  const label = text.split(/\r\n|\r|\n/, 1)[0] ?? ''
  if (!excerpt || label === '') return { label: dialogMessages(locale).emptyNote }
  const cut = excerpt.text.length - text.length
  const inLabel = excerpt.ranges.flatMap(([from, to]): Range[] =>
    from >= cut && to - cut <= label.length ? [[from - cut, to - cut]] : [],
  )
  return { label, ranges: inLabel }
}

function near({ text, ranges }: Found): Excerpt {
  const indent = text.length - text.trimStart().length
  const moved = ranges.map(([from, to]): Range => [Math.max(0, from - indent), Math.max(0, to - indent)])
  return excerptAround(text.slice(indent), moved, TEXT_CHARS, BEFORE_MATCH_CHARS)
}
