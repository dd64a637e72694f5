/** Generated files and directories, which users do not mean to upload with a folder. */
const JUNK_FOLDERS: ReadonlySet<string> = new Set(['__MACOSX', '.git', 'node_modules'])
const JUNK_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db'])

/**
 * The outermost skipped part of a path, so that a thousand files of one folder are reported in one line:
 * `app/node_modules/x/y.js` → `app/node_modules/`. Null when the path is kept.
 */
export function junkRoot(path: string): string | null {
  const parts = path.split('/')
  const at = parts.findIndex((part, i) => i < parts.length - 1 && JUNK_FOLDERS.has(part))
  if (at >= 0) return `${parts.slice(0, at + 1).join('/')}/`
  return JUNK_FILES.has(parts.at(-1) ?? '') ? path : null
}
