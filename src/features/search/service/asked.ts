import type { Query } from '#base/search-query/query.ts'
import type { FileSearch } from '#features/files/public.ts'

/** A query that has been read, and what every group needs of it. `limit`: results per group. */
export type Asked = { query: Query; read: FileSearch; limit: number }
