import type { Query } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { ReadQuery } from '#features/files/public.ts'
import type { Repo } from '#features/repos/public.ts'
import type { Candidate, Unsearched } from '../../found.ts'

/**
 * A query that has been read, and what every source needs of it. `words`: the words and phrases that are asked for. `limit`: results per group.
 * `repos`: the user's repositories that its `repo:` lets through; read once, although two sources ask for them. `signal`: aborted when nobody waits
 * for the answer any more.
 */
export type Asked = {
  query: Query
  read: ReadQuery
  words: readonly string[]
  limit: number
  repos: () => Promise<Repo[]>
  signal: AbortSignal
}

/** What one kind of thing contributes to a search. `search-everything.ts` ranks the candidates and shows the best of them. */
export type Source = (ctx: UserCtx, asked: Asked) => Promise<Contribution>

export type Contribution = {
  candidates: readonly Candidate[]
  /** There are more than these. */
  hasMore: boolean
  unsearched: Unsearched | null
  countsNiqqud?: boolean
}
