import { normalizePath } from '#base/path.ts'
import { type KnownLink, shownLink, type WrittenLink } from '#features/links/link.ts'
import { safeAddress } from './sanitize.ts'

/** A text of the library, whose links lead to what they mean now. `known`: its links whose targets are there. */
export type FileLinks = { fileId: string; known: readonly KnownLink[] }

/** The address in a Markdown file that leads to another file: beside it, or from the top of the library. Pages of ours stay as they are. */
export function resolveInFile({ fileId }: FileLinks, href: string): string {
  const own = safeAddress(href)
  if (own !== null) return own
  const [, path = '', part] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? []
  const isFromTop = path.startsWith('/')
  const query = new URLSearchParams({ file: fileId, name: decoded(path).replace(/^\/+/, '') })
  if (!isFromTop) query.set('path', '1')
  if (part) query.set('part', decoded(part))
  return `/links/open?${query}`
}

export function showNamed({ fileId, known }: FileLinks, link: WrittenLink): { href: string; words: string } {
  return shownLink(link, { kind: 'file', id: fileId }, known)
}

/** The location of a text with relative links: in `folder`, below the page `root`. `query` is added to every link. */
export type LinkBase = { root: string; folder: string; query: string }

/** Resolves a relative link of that text, never above `root`. */
export function resolveLink({ root, folder, query }: LinkBase, href: string): string {
  const [, path = '', tail = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const whole = normalizePath(path.startsWith('/') ? decoded(path) : `${folder}/${decoded(path)}`)
  const below = whole === null ? '' : `/${whole.split('/').map(encodeURIComponent).join('/')}`
  return `${root}${below}${query}${tail}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
