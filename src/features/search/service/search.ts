import { parseQuery } from '#base/search-query/parse.ts'
import { asksForText } from '#base/search-query/text-terms.ts'
import { patternError } from '#base/search-query/pattern-error.ts'
import type { Query } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { StatementCancelled } from '#platform/db/cancel.ts'
import { untilAborted } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { readFileSearch } from '#features/files/public.ts'
import {
  type Found,
  type FoundGroup,
  groupsFor,
  type GroupName,
  hitsPerGroup,
  rankGroups,
  type SearchGroup,
} from '../found.ts'
import { moreUrlOf } from '../more-url.ts'
import { arrivals } from '#base/arrivals.ts'
import type { Asked } from './asked.ts'
import { searchBoards } from './boards.ts'
import { searchFiles } from './files.ts'
import { searchNotes } from './notes.ts'
import { listNamedRepos } from './repo-names.ts'
import { searchRepoFiles } from './repos.ts'
import { searchSymbols } from './symbols.ts'

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

/** Asks all groups at the same time. Without a limit, a group that is alone has more results. */
async function beginSearch(ctx: UserCtx, text: string, { limit, signal }: Options): Promise<Begun> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'error') return parsed
  const { query } = parsed
  if (isNothing(query)) return { kind: 'empty' }
  const read = await readFileSearch(ctx, query)
  if (read.kind === 'invalid') return { kind: 'error', error: patternError(query, read) }
  ctx.emit(businessMetric, { metric: 'search' })
  const ownCtx = { ...ctx, db: untilAborted(ctx.db, signal) }
  let repos: ReturnType<Asked['repos']> | undefined
  const asked = {
    query,
    read: read.search,
    limit: limit ?? hitsPerGroup(query),
    repos: () => (repos ??= listNamedRepos(ownCtx, query)),
    signal,
  }
  const groups = groupsFor(query).map(async (name) => ({
    countsNiqqud: false,
    ...(await searchUnlessCancelled(ownCtx, name, asked)),
    moreUrl: moreUrlOf(name, text, query),
  }))
  return { kind: 'begun', query, groups }
}

/** A cancelled group has an answer that nobody reads, not an error that would be reported. */
async function searchUnlessCancelled(ctx: UserCtx, name: GroupName, asked: Asked): Promise<FoundGroup> {
  try {
    return await searchGroup(ctx, name, asked)
  } catch (error) {
    if (!(error instanceof StatementCancelled)) throw error
    return { name, hits: [], hasMore: false, unsearched: { count: null, ms: null } }
  }
}

/** Without this, a lone point would list the whole library. */
function isNothing({ terms, filters, states, before, after }: Query): boolean {
  return !terms.some(asksForText) && filters.length + states.length === 0 && !before && !after
}

async function searchGroup(ctx: UserCtx, name: GroupName, asked: Asked): Promise<FoundGroup> {
  switch (name) {
    case 'files':
      return searchFiles(ctx, asked)
    case 'notes':
      return searchNotes(ctx, asked)
    case 'boards':
      return searchBoards(ctx, asked)
    case 'symbols':
      return searchSymbols(ctx, asked)
    case 'repos':
      return searchRepoFiles(ctx, asked)
  }
}
