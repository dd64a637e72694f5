import type { Excerpt, Range } from '#base/needle.ts'
import type { Query, QueryError } from '#base/search-query/query.ts'
import { isForGroup } from '#base/search-query/scope.ts'
import { type GroupName, SEARCH_GROUPS, type SearchPlace } from '#base/search-query/vocabulary.ts'
import type { MatchRank } from '#base/symbol-match.ts'

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
export type FoundGroup = Omit<SearchGroup, 'moreUrl'>

/** A result of a source that has not been ranked. What it does not have is left out. */
export type Candidate = Pick<SearchHit, 'id' | 'url' | 'title' | 'place'> &
  Partial<Omit<SearchHit, 'score'>> & {
    /** Written or edited by the user, not only copied from somewhere. */
    isOwn?: boolean
    /** How a symbol matches; everything else is ranked by its title and its texts. */
    symbolRank?: MatchRank
  }

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

/** The group with the best result first; of equally good ones in the order of `SEARCH_GROUPS`. */
export function rankGroups<Group extends Pick<SearchGroup, 'name' | 'hits'>>(groups: readonly Group[]): Group[] {
  return groups.toSorted((a, b) => best(b) - best(a) || SEARCH_GROUPS.indexOf(a.name) - SEARCH_GROUPS.indexOf(b.name))
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
export function groupsFor(query: Query): GroupName[] {
  const { terms, places } = query
  const isIn = (place: SearchPlace) => places.length === 0 || places.includes(place)
  const isOneName =
    terms.some(({ kind }) => kind === 'symbol') ||
    (terms.length === 1 && terms.every(({ kind, isExcluded }) => kind === 'word' && !isExcluded))
  // Boards, symbols and repositories have nothing to list without a word to look for.
  const hasText = terms.some(({ isExcluded }) => !isExcluded)
  const can: Record<GroupName, boolean> = {
    files: isIn('files'),
    symbols: (isIn('files') || isIn('repos')) && isOneName && hasText,
    notes: isIn('notes'),
    boards: isIn('boards') && hasText,
    repos: isIn('repos') && hasText,
  }
  return SEARCH_GROUPS.filter((group) => can[group] && isForGroup(query, group))
}
