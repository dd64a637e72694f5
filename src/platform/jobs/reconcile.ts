import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import type { Emit } from '../events/event.ts'
import type { LeaderLease } from '../lease.ts'
import * as events from './events.ts'
import { RECONCILE_BATCH, RECONCILE_MAX, RECONCILE_SAMPLE, RECONCILE_TIMEOUT_SECS, type RunId } from './job.ts'
import { rejectOnAbort } from './reject-when.ts'
import { closeOrphans, listOrphans } from './runs.ts'

type Parts = { db: Db; emit: Emit; log: Logger; clock: () => Date; timeoutSeconds?: number }
type Tally = { closed: number; skipped: number; truncated: boolean; jobs: string[] }

/** Closes, once at the start of a leadership, the runs that an earlier leader left open. Every skip and failure emits an event. */
export async function reconcile(parts: Parts, lease: LeaderLease | null): Promise<void> {
  const { emit, log, timeoutSeconds = RECONCILE_TIMEOUT_SECS } = parts
  if (!lease) return emit(events.reconcileSkipped, { reason: 'no_lock' })
  const tally: Tally = { closed: 0, skipped: 0, truncated: false, jobs: [] }
  const timeUp = AbortSignal.timeout(timeoutSeconds * 1000)
  try {
    await Promise.race([closeAll(parts, lease, tally, timeUp), rejectOnAbort(timeUp)])
  } catch (error) {
    if (timeUp.aborted) return emit(events.reconcileTimedOut, { seconds: timeoutSeconds, count: tally.closed })
    log.error({ err: error }, 'reconciliation failed')
    if (isUnavailable(error)) return emit(events.reconcileSkipped, { reason: 'no_db' })
    return emit(events.reconcileFailed, { error: error instanceof Error ? error.name : 'unknown' })
  }
  reportTally(parts, tally)
}

function reportTally({ emit, log }: Parts, { closed, skipped, truncated, jobs }: Tally): void {
  const summary = { count: closed, skipped, truncated, job_ids_sample: jobs.slice(0, RECONCILE_SAMPLE) }
  if (closed + skipped === 0) return log.info({ count: 0 }, events.jobRunsReconciled.name)
  emit(events.jobRunsReconciled, summary)
}

async function closeAll(parts: Parts, lease: LeaderLease, tally: Tally, timeUp: AbortSignal): Promise<void> {
  const { db, emit, clock } = parts
  let after: RunId | null = null
  for (let seen = 0; ;) {
    const found = await listOrphans(db, lease, after, RECONCILE_BATCH)
    // The timeout event was emitted already: the rest waits for the next start, even when the store answers after all.
    if (found.length === 0 || timeUp.aborted) return
    if (seen >= RECONCILE_MAX) {
      tally.truncated = true
      return
    }
    const closed = new Set(
      await closeOrphans(
        db,
        found.map(({ runId }) => runId),
        clock(),
      ),
    )
    for (const run of found) {
      if (closed.has(run.runId)) tally.jobs.push(run.jobId)
      else emit(events.runNotClosed, { run_id: run.runId })
    }
    tally.closed += closed.size
    tally.skipped += found.length - closed.size
    seen += found.length
    after = found.at(-1)?.runId ?? after
  }
}

/** The table does not exist, or the store does not answer. */
function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '42P01' || code.startsWith('08') || code.startsWith('57P') || code === 'ECONNREFUSED'
}
