import type { Excerpt, Range } from '#base/needle.ts'
import type { Query, QueryError, SearchPlace } from '#base/search-query/query.ts'

/** The kinds of results, in the order in which equally good ones are shown. */
export const GROUPS = ['files', 'symbols', 'notes', 'boards', 'repos'] as const
export type GroupName = (typeof GROUPS)[number]

/** A line of code with a match, and the address that opens it. */
export type FoundLine = Excerpt & { line: number; url: string }

/** One result of any kind. */
export type SearchHit = {
  id: string
  url: string
  /** The name of a file, a symbol or a board; the title of a note, which may be empty. */
  title: string
  ranges: readonly Range[]
  /** Where it is: a folder, a file, a board or a repository. Empty at the top of the library. */
  place: string
  /** Text of a note around the match, without Markdown. */
  excerpt: Excerpt | null
  lines: readonly FoundLine[]
  updatedAt: Date | null
  language: string | null
  /** `function`, `class`, … of a symbol. */
  symbolKind: string | null
  isFavourite: boolean
  /** How well it matches; larger is better. Comparable between groups. */
  score: number
}

/** What was left out when the time was up. `count` is null when it is not known. `repos`: repositories whose symbols are not read yet. */
export type Unsearched = { count: number | null; ms: number | null; repos?: number }

/** A group as it was searched. */
export type FoundGroup = Pick<SearchGroup, 'name' | 'hits' | 'hasMore' | 'unsearched'> & { countsNiqqud?: boolean }

export type SearchGroup = {
  name: GroupName
  hits: readonly SearchHit[]
  hasMore: boolean
  unsearched: Unsearched | null
  /** Niqqud counts in this group, unlike everywhere else. */
  countsNiqqud: boolean
  /** The page with more of this group; null when it is that page. */
  moreUrl: string | null
}

/** The group with the best result first; of equally good ones in the order of `GROUPS`. */
export function rankGroups<Group extends Pick<SearchGroup, 'name' | 'hits'>>(groups: readonly Group[]): Group[] {
  return groups.toSorted((a, b) => best(b) - best(a) || GROUPS.indexOf(a.name) - GROUPS.indexOf(b.name))
}

function best({ hits }: Pick<SearchGroup, 'hits'>): number {
  return Math.max(-1, ...hits.map(({ score }) => score))
}

export type Found =
  | { kind: 'error'; error: QueryError }
  /** `empty`: there is nothing to look for. */
  | { kind: 'empty' }
  | { kind: 'found'; query: Query; groups: readonly SearchGroup[] }

export const SEARCH_HITS = 8
export const MAX_SEARCH_HITS = 50

/** A page with one group has room for more of it. */
export function hitsPerGroup(query: Query): number {
  return groupsFor(query).length === 1 ? MAX_SEARCH_HITS : SEARCH_HITS
}

/** The query that shows more of one group; null when it is shown alone already. */
export function queryForMore(group: GroupName, q: string, query: Query): string | null {
  if (groupsFor(query).length === 1) return null
  if (group !== 'symbols') return `${q} in:${group}`
  const [word] = query.terms
  // The filters stay.
  return word && /^[^\s"]+$/.test(word.text) ? `${q.slice(0, word.from)}sym:${word.text}${q.slice(word.to)}` : null
}

/** The groups that can answer a query: a filter that a group does not have leaves the group out. */
export function groupsFor({ terms, filters, places, states, before, after }: Query): GroupName[] {
  const isIn = (place: SearchPlace) => places.length === 0 || places.includes(place)
  const has = (...keys: string[]) => filters.some(({ key }) => keys.includes(key))
  const asks = (...asked: string[]) => states.some((state) => asked.includes(state))
  const asksForSymbol = terms.some(({ kind }) => kind === 'symbol')
  const words = terms.filter(({ kind, isExcluded }) => kind === 'word' && !isExcluded)
  const isOneName = asksForSymbol || (words.length === 1 && terms.length === 1)
  const hasDays = before !== null || after !== null
  const can: Record<GroupName, boolean> = {
    files: isIn('files') && !asksForSymbol && !asks('task', 'due'),
    symbols: (isIn('files') || isIn('repos')) && isOneName && states.length === 0 && !has('tag') && !hasDays,
    notes: isIn('notes') && !asksForSymbol && !has('lang', 'tag', 'path') && !asks('favourite'),
    boards: isIn('boards') && !asksForSymbol && filters.length === 0 && states.length === 0 && !hasDays,
    repos: isIn('repos') && !asksForSymbol && !has('tag') && states.length === 0 && !hasDays,
  }
  // Boards and repositories have nothing to list without a word to look for.
  const hasText = terms.some(({ isExcluded }) => !isExcluded)
  return GROUPS.filter((group) => can[group] && (hasText || group === 'files' || group === 'notes'))
}
