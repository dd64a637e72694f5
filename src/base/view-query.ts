/** The pages whose list can be saved as a view: their addresses hold everything that narrows the list. */
export const VIEW_PAGES = ['search', 'files', 'notes'] as const
export type ViewPage = (typeof VIEW_PAGES)[number]

/** What a view shows: a page, and the fields of its address. */
export type ViewTarget = { page: ViewPage; query: string }

/** A saved view, as the sidebar and Ctrl K list it. */
export type NamedView = ViewTarget & { name: string }

/** The fields that belong to a view. The others, such as a cursor, belong to one visit. */
const FIELDS: Readonly<Record<ViewPage, readonly string[]>> = {
  search: ['q'],
  files: ['q', 'lang', 'category', 'repo', 'folder', 'sort'],
  notes: ['q', 'show', 'color', 'file', 'board', 'repo'],
}

/** An order narrows nothing, so it is no view on its own. */
const NARROWS_NOTHING = 'sort'

/** The fields of a view, always in the same order and encoding, so that equal views are equal texts. Null when the list is the whole one. */
export function viewQuery(page: ViewPage, query: string): string | null {
  const given = new URLSearchParams(query)
  const kept = FIELDS[page].flatMap((name) => {
    const value = given.get(name)
    return value ? [[name, value]] : []
  })
  if (!kept.some(([name]) => name !== NARROWS_NOTHING)) return null
  return new URLSearchParams(kept).toString()
}

/** Whether a query has only fields of a view, each of them once. */
export function hasViewFieldsOnly(page: ViewPage, query: string): boolean {
  const names = [...new URLSearchParams(query).keys()]
  return names.every((name, i) => FIELDS[page].includes(name) && names.indexOf(name) === i)
}

/** What a view of the list at this address would show; null when it is no such list, or the whole one. */
export function viewTargetOf(path: string): ViewTarget | null {
  const [address = ''] = path.split('#', 1)
  const at = address.indexOf('?')
  const page = VIEW_PAGES.find((each) => address.slice(0, at) === `/${each}`)
  const query = page && viewQuery(page, address.slice(at + 1))
  return page && query ? { page, query } : null
}

/** Whether the list at this address is what the view shows. */
export function isViewAt(view: ViewTarget, path: string): boolean {
  const here = viewTargetOf(path)
  return here !== null && here.page === view.page && here.query === view.query
}

export function viewHref({ page, query }: ViewTarget): string {
  return `/${page}?${query}`
}
