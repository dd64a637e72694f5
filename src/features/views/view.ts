import type { Id } from '#base/ids.ts'
import { charLength, isStorableText } from '#base/text.ts'
import { hasViewFieldsOnly, type ViewTarget, viewQuery } from '#base/view-query.ts'

export const MAX_VIEWS = 50
export const MAX_VIEW_NAME_CHARS = 80
export const MAX_VIEW_QUERY_CHARS = 4_000

export type ViewId = Id<'view'>

/** `query` is in the form of `viewQuery`. */
export type View = ViewTarget & { id: ViewId; name: string; createdAt: Date }

/** A valid name: not blank, and short enough for one line of the side bar. */
export function isViewName(name: string): boolean {
  return name.trim() !== '' && charLength(name) <= MAX_VIEW_NAME_CHARS && isStorableText(name)
}

/** The form in which a query is stored; null when it is not one of a view of this page. */
export function parseViewQuery({ page, query }: ViewTarget): string | null {
  if (!hasViewFieldsOnly(page, query)) return null
  if (![...new URLSearchParams(query).values()].every(isStorableText)) return null
  const stored = viewQuery(page, query)
  return stored !== null && stored.length <= MAX_VIEW_QUERY_CHARS ? stored : null
}
