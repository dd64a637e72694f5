import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { MAX_FOLDER_CHARS, MAX_NAME_CHARS } from '../file.ts'
import { isFileName } from '../name.ts'
import { isFolder, type Located, pathOf, splitPath, uniquePath } from '../path.ts'
import { invalidFileName, invalidFolder } from '../problems.ts'
import { livePaths } from '../store/files.ts'

export function assertFileName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !isFileName(name)) throw invalidFileName({ field: 'file_name', max: MAX_NAME_CHARS })
}

export function assertFolder(folder: string): void {
  if (!isFolder(folder)) throw invalidFolder({ field: 'folder', max: MAX_FOLDER_CHARS })
}

/** The path that a person typed, or that an upload has. */
export function parsePath(path: string): Located {
  const located = splitPath(path)
  assertFolder(located.folder)
  assertFileName(located.fileName)
  return located
}

/** Candidates per query; a user with more copies of one name gets another query for the next hundred. */
const CANDIDATES = 100

/** The next free name in the folder: `a (2).py`. */
export async function suggestName(db: Db, userId: UserId, wanted: Located): Promise<string> {
  const seen = new Set<string>()
  for (;;) {
    const candidates: string[] = []
    uniquePath(pathOf(wanted), (candidate) => {
      if (!seen.has(candidate)) candidates.push(candidate)
      return candidates.length < CANDIDATES
    })
    const taken = new Set(await livePaths(db, userId, candidates))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return splitPath(free).fileName
    for (const candidate of candidates) seen.add(candidate)
  }
}
