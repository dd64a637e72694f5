/**
 * The `source_url` of a file that shares its path with another one of the same request, as curl sends for two
 * `-F file=@…/x.py`: uploading both again finds it. `nth` counts them.
 */
export function uploadKey(path: string, nth: number): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return `upload:${encoded}${nth > 1 ? `#${nth}` : ''}`
}
