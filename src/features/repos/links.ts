type Query = Record<string, string | number | null | undefined>

/** The page of a path in a repository. The view is in the query, so that every path stays reachable. */
export function repoHref(name: string, path = '', query: Query = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  const tail = path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`
  return `/repos/${name}${tail}${search === '' ? '' : `?${search}`}`
}

/** The query that leads to the same commit or branch in other pages of the repository. */
export function pinOf({
  isPinned,
  commit,
  branch,
}: {
  isPinned: boolean
  commit: string
  branch: string | null
}): Query {
  if (isPinned) return { at: commit }
  return branch === null ? {} : { branch }
}

/** The API URL that lists and creates the notes of a file. */
function notesHref(name: string, path: string): string {
  return `/api/sticky-notes/repo/${encodeURIComponent(name)}/${path.split('/').map(encodeURIComponent).join('/')}`
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

/** The key that note islands use instead of a file id: the rest of the API URL of the notes. */
export function notesKey(name: string, path: string): string {
  return notesHref(name, path).slice('/api/sticky-notes/'.length)
}

/** The whole text of a file, as JSON. */
export function textHref(id: string, path: string, commit: string): string {
  return `/api/repos/${id}/text?${new URLSearchParams({ path, at: commit }).toString()}`
}
