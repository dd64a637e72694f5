import type { Query, SearchFilterKey } from './query.ts'
import {
  type GroupName,
  isInList,
  KEY_NAMES,
  type Scope,
  SEARCH_KEYS,
  SEARCH_STATES,
  type SearchedList,
  type SearchKey,
} from './vocabulary.ts'

const hasFilter =
  (key: SearchFilterKey) =>
  ({ filters }: Query): boolean =>
    filters.some((filter) => filter.key === key)

const IS_USED = {
  in: ({ places }) => places.length > 0,
  repo: hasFilter('repo'),
  lang: hasFilter('lang'),
  tag: hasFilter('tag'),
  path: hasFilter('path'),
  is: ({ states }) => states.length > 0,
  sym: ({ terms }) => terms.some(({ kind }) => kind === 'symbol'),
  before: ({ before }) => before !== null,
  after: ({ after }) => after !== null,
  case: ({ isCaseSensitive }) => isCaseSensitive,
} satisfies Record<SearchKey, (query: Query) => boolean>

/** The rows of the vocabulary for every key and state of a query. */
function partsOf(query: Query): Scope[] {
  const keys = KEY_NAMES.filter((key) => IS_USED[key](query)).map((key) => SEARCH_KEYS[key])
  return [...keys, ...query.states.map((state) => SEARCH_STATES[state])]
}

/** Whether this group of results has everything that the keys of a query ask for. */
export function isForGroup(query: Query, group: GroupName): boolean {
  return partsOf(query).every(({ groups }) => groups.includes(group))
}

/** Whether this list has everything that the keys of a query ask for. */
export function isForList(query: Query, list: SearchedList): boolean {
  return partsOf(query).every((part) => isInList(part, list))
}
