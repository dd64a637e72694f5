import { arrivals } from '#base/as-settled.ts'
import { parseQuery } from '#base/search-query/parse.ts'
import { patternError } from '#base/search-query/pattern-error.ts'
import type { Query } from '#base/search-query/query.ts'
import { asksForText, markedTexts } from '#base/search-query/text-terms.ts'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { untilAborted } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { parseListQuery, readQuery } from '#features/files/public.ts'
import {
  type Found,
  type FoundGroup,
  groupsFor,
  hitsPerGroup,
  queryForMore,
  rankGroups,
  type SearchGroup,
} from '../found.ts'
import { rankHits } from '../rank.ts'
import { searchHref } from '#base/search-href.ts'
import { unlessCancelled } from './cancelled.ts'
import { findBoards } from './sources/boards.ts'
import { findFiles } from './sources/files.ts'
import { findNotes } from './sources/notes.ts'
import { findInRepos, listNamedRepos } from './sources/repos.ts'
import type { Asked, Contribution, Source } from './sources/source.ts'
import { findSymbols } from './sources/symbols.ts'

/** `signal`: nobody waits for the answer any more. What has not begun then does not begin, statements are cancelled, and the groups are incomplete. */
type Options = { limit?: number | undefined; signal: AbortSignal }

/** Searches everything that the user has. The group with the best result comes first. */
export async function searchEverything(ctx: UserCtx, text: string, options: Options): Promise<Found> {
  const begun = await beginSearch(ctx, text, options)
  if (begun.kind !== 'begun') return begun
  return { kind: 'found', query: begun.query, groups: rankGroups(await Promise.all(begun.groups)) }
}

/** The same with each group as soon as it has been searched: the code index may take much longer than the library. */
export async function streamGroups(ctx: UserCtx, text: string, options: Options): Promise<FoundStream> {
  const begun = await beginSearch(ctx, text, options)
  return begun.kind === 'begun' ? { kind: 'found', groups: arrivals(begun.groups) } : begun
}

type Nothing = Exclude<Found, { kind: 'found' }>
type FoundStream = Nothing | { kind: 'found'; groups: AsyncGenerator<SearchGroup> }
type Begun = Nothing | { kind: 'begun'; query: Query; groups: Promise<SearchGroup>[] }

/** Waits until the user has a slot for it, which the search holds until its last group has been searched. */
async function beginSearch(ctx: UserCtx, text: string, options: Options): Promise<Begun> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'error') return parsed
  if (isNothing(parsed.query)) return { kind: 'empty' }
  const release = await ctx.slots.searches.acquire(ctx.user.id, options.signal)
  let begun: Begun | null = null
  try {
    begun = await searchGroups(ctx, text, parsed.query, options)
    return begun
  } finally {
    void Promise.allSettled(begun?.kind === 'begun' ? begun.groups : []).finally(release)
  }
}

/** Asks all groups at the same time. Without a limit, a group that is alone has more results. */
async function searchGroups(ctx: UserCtx, text: string, query: Query, { limit, signal }: Options): Promise<Begun> {
  const read = await readQuery(ctx, query)
  if (read.kind === 'invalid') return { kind: 'error', error: patternError(query, read) }
  ctx.emit(businessMetric, { metric: 'search' })
  const ownCtx = { ...ctx, db: untilAborted(ctx.db, signal) }
  let repos: ReturnType<Asked['repos']> | undefined
  const asked = {
    query,
    read: read.search,
    words: markedTexts(query),
    limit: limit ?? hitsPerGroup(query),
    repos: () => (repos ??= listNamedRepos(ownCtx, query)),
    signal,
  }
  const groups = groupsFor(query).map(async (name) => ({
    ...(await searchGroup(ownCtx, name, asked)),
    moreUrl: moreUrlOf(name, text, query),
  }))
  return { kind: 'begun', query, groups }
}

/** What is searched for each group. */
const SOURCES = {
  files: findFiles,
  symbols: findSymbols,
  notes: findNotes,
  boards: findBoards,
  repos: findInRepos,
} satisfies Record<GroupName, Source>

const CANCELLED: Contribution = { candidates: [], hasMore: false, unsearched: { count: null, ms: null } }

async function searchGroup(ctx: UserCtx, name: GroupName, asked: Asked): Promise<FoundGroup> {
  const {
    candidates,
    hasMore,
    unsearched,
    countsNiqqud = false,
  } = await unlessCancelled(SOURCES[name](ctx, asked), CANCELLED)
  const ranked = rankHits(candidates, { ...asked, now: ctx.now })
  return {
    name,
    hits: ranked.slice(0, asked.limit),
    hasMore: hasMore || ranked.length > asked.limit,
    unsearched,
    countsNiqqud,
  }
}

/** The page with more results of a group. Files have a list of their own, with all of them. */
function moreUrlOf(group: GroupName, q: string, query: Query): string | null {
  if (group === 'files' && parseListQuery(q)) return `/files?q=${encodeURIComponent(q)}`
  const more = queryForMore(group, q, query)
  return more === null ? null : searchHref(more)
}

/** Without this, a lone point would list the whole library. `in:notes` alone lists notes; boards have nothing to list without a word. */
function isNothing(query: Query): boolean {
  const { terms, filters, states, places, before, after } = query
  if (terms.some(asksForText) || filters.length + states.length > 0 || before || after) return false
  return terms.length > 0 || places.length === 0 || groupsFor(query).length === 0
}
