import type { Query } from '#base/search-query/query.ts'
import type { FileSearch } from '#features/files/public.ts'
import type { Repo } from '#features/repos/public.ts'

/**
 * A query that has been read, and what every group needs of it. `limit`: results per group. `repos`: the user's repositories that its `repo:` lets
 * through; read once, although two groups ask for them. `signal`: aborted when nobody waits for the answer any more.
 */
export type Asked = {
  query: Query
  read: FileSearch
  limit: number
  repos: () => Promise<Repo[]>
  signal: AbortSignal
}
