import { matchFuzzy } from '#base/fuzzy.ts'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { untilAborted } from '#platform/db/pool.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import { searchFuzzyNames } from '#features/files/public.ts'
import { listRepos, searchFuzzyRepoSymbols } from '#features/repos/public.ts'
import { type Candidate, rankGroups, type SearchGroup } from '../found.ts'
import { EMPTY_HIT } from '../rank.ts'
import { unlessCancelled } from './cancelled.ts'
import { fileCandidate } from './sources/files.ts'
import { fromLibrary, fromRepo } from './sources/symbols.ts'

type Options = { limit: number; signal: AbortSignal }
type Scored = { candidate: Candidate; score: number }

/** Things whose names have these letters in this order. The text is no query: it is compared with names as it stands. */
export async function searchNames(ctx: UserCtx, asked: string, { limit, signal }: Options): Promise<SearchGroup[]> {
  const release = await ctx.slots.searches.acquire(ctx.user.id, signal)
  try {
    return await unlessCancelled(findGroups({ ...ctx, db: untilAborted(ctx.db, signal) }, asked, limit), [])
  } finally {
    release()
  }
}

async function findGroups(ctx: UserCtx, asked: string, limit: number): Promise<SearchGroup[]> {
  const [own, inRepos, boards] = await Promise.all([
    searchFuzzyNames(ctx, asked, limit + 1),
    listRepos(ctx).then((repos) => searchFuzzyRepoSymbols(ctx, asked, repos, limit + 1)),
    findBoards(ctx, asked),
  ])
  const files = own.files.map(({ file, ranges, score }) => ({ candidate: fileCandidate(file, ranges), score }))
  const symbols = [
    ...own.symbols.map((hit) => ({ candidate: fromLibrary(hit), score: hit.score })),
    ...inRepos.map((hit) => ({ candidate: fromRepo(hit), score: hit.score })),
  ]
  const groups = [toGroup('files', files, limit), toGroup('symbols', symbols, limit), toGroup('boards', boards, limit)]
  return rankGroups(groups.filter(({ hits }) => hits.length > 0))
}

/** A user has few boards, so all are read. */
async function findBoards(ctx: UserCtx, asked: string): Promise<Scored[]> {
  return (await listExistingBoards(ctx)).flatMap(({ id, name }) => {
    const match = asked.trim() === '' ? null : matchFuzzy(name, asked)
    if (!match) return []
    return [
      { candidate: { id, url: `/boards/${id}`, title: name, place: '', ranges: match.ranges }, score: match.score },
    ]
  })
}

function toGroup(name: GroupName, found: readonly Scored[], limit: number): SearchGroup {
  const hits = found
    .map(({ candidate, score }) => ({ ...EMPTY_HIT, ...candidate, score }))
    .toSorted((a, b) => b.score - a.score)
  return {
    name,
    hits: hits.slice(0, limit),
    hasMore: hits.length > limit,
    unsearched: null,
    countsNiqqud: false,
    moreUrl: null,
  }
}
