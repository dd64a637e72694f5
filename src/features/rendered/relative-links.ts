import { normalizePath } from '#base/path.ts'

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
