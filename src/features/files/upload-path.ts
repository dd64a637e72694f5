/** `./src\\lib/a.py` → `src/lib/a.py`: one spelling of a path, whichever system it comes from. */
export function cleanPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  return parts.join('/')
}

/** Names are flat here: the last part of a path is the name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * How a file remembers the path it came by, in its `source_url`, so that the same folder handed over again finds it.
 * `nth` tells apart files that came under one and the same path, as two `-F file=@…/x.py` of curl do.
 */
export function uploadKey(path: string, nth: number): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return `upload:${encoded}${nth > 1 ? `#${nth}` : ''}`
}
