/** The library has no folders, so the last part of a path is the name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * The `source_url` that records the path of an upload, so that uploading the same folder again finds the file. `nth`
 * distinguishes files of one request with the same path, as curl sends for two `-F file=@…/x.py`.
 */
export function uploadKey(path: string, nth: number): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return `upload:${encoded}${nth > 1 ? `#${nth}` : ''}`
}
