import { type BoardId, type FileId, parseId } from '#base/ids.ts'
import { isStorableText } from '#base/text.ts'

/** The addresses of one request. */
export const OPENED_PATHS = 12
/** So many things are listed. */
export const SHOWN_OPENED = 8

/** What a page is about. `name` is that of a repository; its own page has an empty path. */
export type OpenedPage =
  | { kind: 'file'; id: FileId }
  | { kind: 'board'; id: BoardId }
  | { kind: 'repo'; name: string; path: string }

/** A thing that was opened and is still there. */
export type OpenedThing = { group: 'files' | 'boards' | 'repos'; url: string; title: string; place: string }

/** Null for the address of anything else. Pages of a file, such as its history, are about the file. */
export function parseOpenedPage(address: string): OpenedPage | null {
  const [, root, first = '', ...rest] = address.split('/').map(decode)
  if (root === 'file') return withId(parseId<'file'>(first), (id) => ({ kind: 'file', id }))
  if (root === 'boards') return withId(parseId<'board'>(first), (id) => ({ kind: 'board', id }))
  const [name, ...path] = rest
  return root === 'repos' && name ? { kind: 'repo', name: `${first}/${name}`, path: path.join('/') } : null
}

function withId<Id>(id: Id | null, page: (id: Id) => OpenedPage): OpenedPage | null {
  return id === null ? null : page(id)
}

/** A malformed escape stays as it is, and names nothing. So does one of NUL, which PostgreSQL rejects. */
function decode(part: string): string {
  try {
    const text = decodeURIComponent(part)
    return isStorableText(text) ? text : part
  } catch {
    return part
  }
}
