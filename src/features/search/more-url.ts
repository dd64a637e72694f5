import type { Query } from '#base/search-query/query.ts'
import { parseListQuery } from '#features/files/query.ts'
import { type GroupName, queryForMore } from './found.ts'
import { searchHref } from './search-href.ts'

/** The page with more results of a group. Files have a list of their own, with all of them. */
export function moreUrlOf(group: GroupName, q: string, query: Query): string | null {
  if (group === 'files' && parseListQuery(q)) return `/files?q=${encodeURIComponent(q)}`
  const more = queryForMore(group, q, query)
  return more === null ? null : searchHref(more)
}
