import type { Source } from './source.ts'
import { isVaultState } from './sources/masscode-vault.ts'

/** The folders of an archive that are git directories: each has a HEAD, and objects and refs beside it. */
export function gitFolders(paths: readonly string[]): string[] {
  const holds = new Set(
    paths.flatMap((path) =>
      [...path.matchAll(/(?<=^|\/)(?:objects|refs)\//g)].map(({ index, 0: part }) => path.slice(0, index) + part),
    ),
  )
  const all = new Set(paths)
  const folders = paths.flatMap((path) => (/(^|\/)HEAD$/.test(path) ? [path.slice(0, -'HEAD'.length)] : []))
  return folders.filter(
    (folder) => holds.has(`${folder}objects/`) && (holds.has(`${folder}refs/`) || all.has(`${folder}packed-refs`)),
  )
}

/** A repository without a working tree, as servers keep them. The files of a working tree are read as they are. */
function isBare(folder: string): boolean {
  return !/(^|\/)\.git\/$/.test(folder)
}

/** The program that an archive comes from, by the paths in it; null when only the files themselves can tell. */
export function detectArchive(paths: readonly string[]): Source | null {
  if (paths.some(isVaultState) || paths.some((path) => /(^|\/)\.(meta|state)\.yaml$/.test(path))) return 'masscode'
  if (paths.some((path) => /(^|\/)\.obsidian\//.test(path))) return 'markdown'
  if (gitFolders(paths).some(isBare)) return 'opengist'
  const files = paths.filter((path) => !/(^|\/)(__MACOSX\/|\.DS_Store$)/.test(path))
  if (files.some((path) => path.endsWith('.code-snippets'))) return 'vscode'
  if (files.length > 0 && files.every((path) => path.endsWith('.json'))) return null
  return files.filter((path) => /\.(md|markdown)$/i.test(path)).length * 2 > files.length ? 'markdown' : 'folder'
}
