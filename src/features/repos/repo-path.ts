/**
 * One spelling for a path in a repository, for writing and reading alike: `\` is `/`, `//` collapses, `.` and `..` are
 * resolved, no leading slash. Null when it leads above the root or nowhere.
 */
export function normalizeRepoPath(path: string): string | null {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? null : parts.join('/')
}
