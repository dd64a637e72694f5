import { addSeconds } from '#base/time.ts'
import type { Db } from '#platform/db/pool.ts'
import { type LibraryFolder, listLibraries } from '#platform/git/library/library.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { CACHE_HOURS } from '../history.ts'
import * as store from '../store.ts'

/**
 * Deletes repositories that nobody fetched for a day, and those that still hold a purged file: what was deleted for good must
 * not stay on the disk until the next fetch.
 */
export async function sweepLibraries({ db, clock, progress, signal }: JobCtx, mirrors: Mirrors): Promise<void> {
  let removed = 0
  for (const folder of await listLibraries(mirrors.limits.dir)) {
    if (signal.aborted) return
    const isUnused = folder.usedAt < addSeconds(clock(), -CACHE_HOURS * 3600)
    if (!isUnused && (await isCurrent(db, folder))) continue
    await folder.remove()
    removed += 1
    progress(removed)
  }
}

async function isCurrent(db: Db, { userId, generation }: LibraryFolder): Promise<boolean> {
  const history = await store.findHistory(db, userId)
  return history?.generation === generation && !(await store.hasPurgedFiles(db, userId))
}
