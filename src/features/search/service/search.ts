import { parseQuery } from '#base/search-query/parse.ts'
import { patternError } from '#base/search-query/pattern-error.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { businessMetric } from '#platform/events/business.ts'
import { readFileSearch } from '#features/files/public.ts'
import { type Found, groupsFor, type GroupName, hitsPerGroup, type SearchGroup } from '../found.ts'
import type { Asked } from './asked.ts'
import { searchBoards } from './boards.ts'
import { searchFiles } from './files.ts'
import { searchNotes } from './notes.ts'
import { listNamedRepos } from './repo-names.ts'
import { searchRepoFiles } from './repos.ts'
import { searchSymbols } from './symbols.ts'

/** Searches everything that the user has. Without a limit, a group that is alone has more results. Groups are asked at the same time; the one with the best result comes first. */
export async function searchEverything(ctx: UserCtx, text: string, limit?: number): Promise<Found> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'error') return parsed
  const { query } = parsed
  if (query.terms.length + query.filters.length + query.states.length === 0 && !query.before && !query.after)
    return { kind: 'empty' }
  const read = await readFileSearch(ctx, query)
  if (read.kind === 'invalid') return { kind: 'error', error: patternError(query, read) }
  ctx.emit(businessMetric, { metric: 'search' })
  let repos: ReturnType<Asked['repos']> | undefined
  const asked = {
    query,
    read: read.search,
    limit: limit ?? hitsPerGroup(query),
    repos: () => (repos ??= listNamedRepos(ctx, query)),
  }
  const groups = await Promise.all(groupsFor(query).map((name) => searchGroup(ctx, name, asked)))
  return { kind: 'found', query, groups: groups.toSorted((a, b) => best(b) - best(a)) }
}

async function searchGroup(ctx: UserCtx, name: GroupName, asked: Asked): Promise<SearchGroup> {
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

function best({ hits }: SearchGroup): number {
  return Math.max(-1, ...hits.map(({ score }) => score))
}
