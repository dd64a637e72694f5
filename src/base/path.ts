/**
 * The canonical form of a path below a root, for writing and reading alike: `\` is `/`, `//` collapses, `.` and `..` are
 * resolved, no leading slash. Null when it is empty or leads above the root.
 */
export function normalizePath(path: string): string | null {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? null : parts.join('/')
}

/** `./src\\lib/a.py` → `src/lib/a.py`: the path as its sender named it, of any operating system. `..` is kept. */
export function cleanPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  return parts.join('/')
}
