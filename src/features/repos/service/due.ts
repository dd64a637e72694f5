import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import * as files from '../store/files.ts'
import * as repos from '../store/repos.ts'
import { claimSync, syncRepo } from './sync.ts'

export { syncsBacklog } from '../store/repos.ts'

export async function anyDue(db: Db, now: Date): Promise<boolean> {
  return repos.anyDue(db, now)
}

/** A slow host occupies one lane; the others continue. */
const LANES = 3

/** Syncs everything that is due, a few repositories at a time. */
export async function syncDue(ctx: JobCtx, mirrors: Mirrors): Promise<void> {
  let done = 0
  await workOnClaims(ctx, {
    lanes: LANES,
    claim: (now, until) => claimSync(ctx, now, until),
    work: async (claims) => {
      for (const claim of claims) await syncRepo(ctx, mirrors, claim)
      ctx.progress((done += claims.length))
    },
  })
}

const BATCH = 200

/** Deletes orphaned mirrors: of deleted accounts, or left by an interrupted removal. */
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
