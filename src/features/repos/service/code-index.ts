import { addSeconds } from '#base/time.ts'
import { type Indexer, IndexingFailed } from '#platform/code-index/indexer.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { heartbeat } from '#platform/heartbeat.ts'
import { claimUntil, workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { codeIndexBuildError } from '../events.ts'
import { retrySeconds } from '../repo.ts'
import * as rows from '../store/code-index.ts'
import { findNodes } from '../store/mirrors.ts'
import { withoutNames } from '../sync-error.ts'

const BEAT_MS = 1_000
const MAX_RETRY_SECONDS = 3_600

export async function anyToIndex(db: Db, node: string | null, now: Date): Promise<boolean> {
  return rows.anyToIndex(db, node, now)
}

/** Indexes mirrors whose current commit is not indexed, one after another: each build may use a core and a gigabyte. */
export async function indexDue(ctx: JobCtx, mirrors: Mirrors, indexer: Indexer, node: string | null): Promise<void> {
  let done = 0
  await workOnClaims(ctx, {
    lanes: 1,
    claim: async (now, until) => {
      const indexId = ctx.newId<'index'>()
      const claim = await rows.claimToIndex(ctx.db, { indexId, newNumber: numberOf(indexId), node, now, until })
      return claim ? [{ ...claim, indexId }] : []
    },
    work: async (claims) => {
      for (const claim of claims) await indexClaimed(ctx, mirrors, indexer, claim)
      ctx.progress((done += claims.length))
    },
  })
}

/** Random, from 1 to 2^31 - 1. If another mirror has it already, the claim fails and the next one has another number. */
function numberOf(indexId: rows.IndexId): number {
  return (Number.parseInt(indexId.slice(-8), 16) % (2 ** 31 - 1)) + 1
}

async function indexClaimed(
  { db, clock, signal, emit, log }: JobCtx,
  mirrors: Mirrors,
  indexer: Indexer,
  claim: rows.IndexClaim & rows.IndexHolder,
): Promise<void> {
  const { mirrorId, number, commit, isUnfinished: isFull } = claim
  const lost = new AbortController()
  using _beat = heartbeat(
    BEAT_MS,
    () => rows.keepIndexClaim(db, claim, claimUntil(clock())),
    () => lost.abort(new Error('the claim was lost')),
  )
  try {
    if (claim.fileCount === 0) await indexer.remove(mirrorId)
    const mirror = mirrors.local(mirrorId)
    const until = AbortSignal.any([signal, lost.signal])
    if (claim.fileCount > 0) await indexer.build({ mirrorId, mirror, number, commit, isFull, signal: until })
    await rows.putIndexed(db, claim, commit)
  } catch (error) {
    // Also when this process is shutting down: the shards may be a mixture of two commits.
    const failures = await rows.failIndex(db, claim)
    if (signal.aborted || lost.signal.aborted) return
    await rows.postponeIndex(db, mirrorId, addSeconds(clock(), retrySeconds(failures, MAX_RETRY_SECONDS)))
    const stderr = error instanceof IndexingFailed ? withoutNames(error.stderr) : ''
    log.warn({ err: error, mirror: mirrorId, stderr }, 'indexing failed')
    emit(codeIndexBuildError, { resource: { type: 'mirror', id: mirrorId }, failures })
  }
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
