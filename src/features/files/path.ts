import { charLength } from '#base/text.ts'
import { MAX_FOLDER_CHARS } from './file.ts'
import { isFileName, uniqueName } from './name.ts'

/** A file by its folder and its name; `folder` is empty for files outside every folder. */
export type Located = { folder: string; fileName: string }

/** `src/lib/a.py`: what identifies a live file of a user, and what the column `file_name` holds. */
export function pathOf({ folder, fileName }: Located): string {
  return folder === '' ? fileName : `${folder}/${fileName}`
}

export function splitPath(path: string): Located {
  const slash = path.lastIndexOf('/')
  return { folder: slash === -1 ? '' : path.slice(0, slash), fileName: path.slice(slash + 1) }
}

/** Empty, or names with slashes between them: no `..`, no leading, trailing or double slash, at most 400 characters. */
export function isFolder(folder: string): boolean {
  return folder === '' || (charLength(folder) <= MAX_FOLDER_CHARS && folder.split('/').every(isFileName))
}

/** `src/lib` → `src`, `src/lib`. */
export function foldersAbove({ folder }: Pick<Located, 'folder'>): string[] {
  if (folder === '') return []
  const parts = folder.split('/')
  return parts.map((_part, i) => parts.slice(0, i + 1).join('/'))
}

/** `src/a.py` → `src/a (2).py`: the next path in the same folder for which `isTaken` is false. */
export function uniquePath(path: string, isTaken: (path: string) => boolean): string {
  const { folder, fileName } = splitPath(path)
  return pathOf({ folder, fileName: uniqueName(fileName, (name) => isTaken(pathOf({ folder, fileName: name }))) })
}

type Rules = {
  /** Two paths with the same key would be one file. */
  keyOf?: (path: string) => string
  /** The name in the archive for the name of a file or folder. */
  nameFor?: (name: string) => string
}

/**
 * Assigns the paths in an archive, each once. No path is both a file and a folder: a library may have `src` and `src/a.py`,
 * but no disk has.
 */
export function createPathAllocator({ keyOf = (path) => path, nameFor = (name) => name }: Rules = {}) {
  const files = new Set<string>()
  const folderKeys = new Set<string>()
  const folders = new Map<string, string>([['', '']])
  const isFile = (path: string) => files.has(keyOf(path))
  const folderFor = (folder: string): string => {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const { folder: parent, fileName: name } = splitPath(folder)
    const assigned = uniquePath(pathOf({ folder: folderFor(parent), fileName: nameFor(name) }), isFile)
    folders.set(folder, assigned)
    folderKeys.add(keyOf(assigned))
    return assigned
  }
  return ({ folder, fileName }: Located): string => {
    const wanted = pathOf({ folder: folderFor(folder), fileName: nameFor(fileName) })
    const path = uniquePath(wanted, (candidate) => isFile(candidate) || folderKeys.has(keyOf(candidate)))
    files.add(keyOf(path))
    return path
  }
}
