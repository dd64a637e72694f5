import { normalizeRepoPath } from './repo-path.ts'

type Query = Record<string, string | number | null | undefined>

/** The page of a path in a repository. What is shown of it is in the query, so that every path stays reachable. */
export function repoHref(name: string, path = '', query: Query = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  const tail = path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`
  return `/repos/${name}${tail}${search === '' ? '' : `?${search}`}`
}

/** Where a relative link in a text of this folder leads: into the repository, and never out of it. */
export function linkInRepo(name: string, folder: string, at: string | undefined, href: string): string {
  const [, path = '', tail = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const whole = normalizeRepoPath(path.startsWith('/') ? decoded(path) : `${folder}/${decoded(path)}`)
  return `${repoHref(name, whole ?? '', { at })}${tail}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Where its notes are listed and made. */
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

/** What notes in the browser are told instead of a file's id: the rest of the address that lists them. */
export function notesKey(name: string, path: string): string {
  return notesHref(name, path).slice('/api/sticky-notes/'.length)
}

/** The whole text of a file, as JSON. */
export function textHref(id: string, path: string, commit: string): string {
  return `/api/repos/${id}/text?${new URLSearchParams({ path, at: commit }).toString()}`
}
