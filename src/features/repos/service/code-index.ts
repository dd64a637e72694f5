import { type Indexer, IndexingFailed } from '#platform/code-index/indexer.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { codeIndexBuildError } from '../events.ts'
import * as rows from '../store/code-index.ts'
import { anyDue, type ClaimId } from '../store/mirror-work.ts'
import { findNodes } from '../store/mirrors.ts'
import { withoutNames } from '../sync-error.ts'
import { workOnMirror } from './mirror-work.ts'

export async function anyToIndex(db: Db, node: string | null, now: Date): Promise<boolean> {
  return anyDue(db, 'index', node, now)
}

/** Indexes mirrors whose current commit is not indexed, one after another: each build may use a core and a gigabyte. */
export async function indexDue(ctx: JobCtx, mirrors: Mirrors, indexer: Indexer, node: string | null): Promise<void> {
  let done = 0
  await workOnClaims(ctx, {
    lanes: 1,
    claim: async (now, until) => {
      const claimId = ctx.newId<'mirror-work'>()
      const claim = await rows.claimToIndex(ctx.db, { claimId, newNumber: numberOf(claimId), node, now, until })
      return claim ? [{ ...claim, claimId }] : []
    },
    work: async (claims) => {
      for (const claim of claims) await indexClaimed(ctx, mirrors, indexer, claim)
      ctx.progress((done += claims.length))
    },
  })
}

/** Random, from 1 to 2^31 - 1. If another mirror has it already, the claim fails and the next one has another number. */
function numberOf(claimId: ClaimId): number {
  return (Number.parseInt(claimId.slice(-8), 16) % (2 ** 31 - 1)) + 1
}

async function indexClaimed(
  ctx: JobCtx,
  mirrors: Mirrors,
  indexer: Indexer,
  { mirrorId, number, commit, isUnfinished: isFull, fileCount, claimId }: rows.IndexClaim & { claimId: ClaimId },
): Promise<void> {
  await workOnMirror(
    ctx,
    { work: 'index', mirrorId, claimId },
    {
      // The shards may be a mixture of two commits.
      failsWhenStopped: true,
      run: async (signal) => {
        const mirror = mirrors.local(mirrorId)
        if (fileCount === 0) await indexer.remove(mirrorId)
        else await indexer.build({ mirrorId, mirror, number, commit, isFull, signal })
        return commit
      },
      onFailure: (error, failures) => {
        const stderr = error instanceof IndexingFailed ? withoutNames(error.stderr) : ''
        ctx.log.warn({ err: error, mirror: mirrorId, stderr }, 'indexing failed')
        ctx.emit(codeIndexBuildError, { resource: { type: 'mirror', id: mirrorId }, failures })
      },
    },
  )
}

/** Deletes shards of deleted mirrors, and asks for those that should be there and are not. */
export async function sweepIndex({ db, progress }: JobCtx, indexer: Indexer): Promise<void> {
  const indexed = await rows.listIndexed(db)
  const present = new Set(await indexer.list())
  for (const mirror of indexed) if (!present.has(mirror.mirrorId)) await rows.clearIndexed(db, mirror)
  let swept = 0
  for (const id of present) {
    // Directly before the deletion: the mirror may be new.
    if ((await findNodes(db, [id])).has(id)) continue
    await indexer.remove(id)
    progress((swept += 1))
  }
}
