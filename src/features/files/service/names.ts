import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { freeName } from '../name.ts'
import { liveNames } from '../store/files.ts'

/** How many candidates one question asks about; a person with more copies of one name gets the next hundred. */
const CANDIDATES = 100

/** The next free name: `a (2).py`. */
export async function suggestName(db: Db, userId: UserId, name: string): Promise<string> {
  const seen = new Set<string>()
  for (;;) {
    const candidates: string[] = []
    freeName(name, (candidate) => {
      if (!seen.has(candidate)) candidates.push(candidate)
      return candidates.length < CANDIDATES
    })
    const taken = new Set(await liveNames(db, userId, candidates))
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free !== undefined) return free
    for (const candidate of candidates) seen.add(candidate)
  }
}
