import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import * as files from '../store/files.ts'
import * as repos from '../store/repos.ts'
import { syncNext, type SyncParts } from './sync.ts'

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  return repos.anyDue(db, now)
}

/** A slow host keeps one lane; the others go on. */
const LANES = 3

/** Everything that is due, a few at a time. */
export async function syncDue(ctx: JobCtx, parts: SyncParts): Promise<void> {
  let done = 0
  const lane = async () => {
    while (!ctx.signal.aborted && (await syncNext(ctx, parts))) ctx.progress((done += 1))
  }
  // One lane that breaks does not leave the others behind, running for nobody.
  const ended = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

const BATCH = 200

/** Mirrors on the disk that are nobody's any more: of deleted accounts, or left by a removal that was cut short. */
export async function sweepMirrors({ db, progress }: JobCtx, mirrors: Mirrors): Promise<void> {
  const ids = await mirrors.list()
  let swept = 0
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const known = await repos.knownIds(db, batch)
    for (const id of batch) {
      if (known.has(id)) continue
      await mirrors.of(id).remove()
      progress((swept += 1))
    }
  }
  await files.dropStrayLists(db)
}
