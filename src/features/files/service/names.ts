import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { MAX_NAME_CHARS } from '../file.ts'
import { uniqueName, isFileName } from '../name.ts'
import { invalidFileName } from '../problems.ts'
import { liveNames } from '../store/files.ts'

export function assertFileName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !isFileName(name)) throw invalidFileName({ field: 'file_name', max: MAX_NAME_CHARS })
}

/** Candidates per query; a user with more copies of one name gets another query for the next hundred. */
const CANDIDATES = 100

/** The next free name: `a (2).py`. */
export async function suggestName(db: Db, userId: UserId, name: string): Promise<string> {
  const seen = new Set<string>()
  for (;;) {
    const candidates: string[] = []
    uniqueName(name, (candidate) => {
      if (!seen.has(candidate)) candidates.push(candidate)
      return candidates.length < CANDIDATES
    })
    const taken = new Set(await liveNames(db, userId, candidates))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
    for (const candidate of candidates) seen.add(candidate)
  }
}
