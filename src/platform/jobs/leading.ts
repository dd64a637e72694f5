import { addSeconds } from '#base/time.ts'
import type { LeaderLease } from '../lease.ts'
import * as events from './events.ts'
import { type Job, STUCK_AFTER_MINUTES, type Trigger } from './job.ts'
import { reconcile } from './reconcile.ts'
import { runJob, type RunnerParts, skipJob } from './run-job.ts'
import { trackJobs } from './running-jobs.ts'
import { listLastStarts, claimRunRequests, claimStuckRuns } from './runs.ts'

const STUCK_CHECK_SECONDS = 60

export type SchedulerParts = RunnerParts & {
  jobs: readonly Job[]
  /** Ids of jobs that this installation disables. */
  disabled: readonly string[]
  lease: () => LeaderLease | null
}

/** One term of leadership. */
export type LeaderTerm = {
  epoch: bigint
  /** Starts jobs that are due or requested; does not wait for them to end. */
  startDueJobs: () => Promise<void>
  abort: () => void
  /** Resolves when no run of this process is left. */
  idle: () => Promise<void>
}

export async function startTerm(parts: SchedulerParts, lease: LeaderLease): Promise<LeaderTerm> {
  await reconcile(parts, lease)
  const jobs = trackJobs(parts, await listLastStarts(parts.db))
  const lost = new AbortController()
  const reportStuck = stuckReporter(parts)

  const start = (job: Job, trigger: Trigger): void =>
    jobs.start(job, () => carryOut(parts, job, trigger, lease, lost.signal), 'a run could not be recorded')
  const isDue = (job: Job) => !parts.disabled.includes(job.id) && jobs.isDue(job)

  return {
    epoch: lease.epoch,
    startDueJobs: async () => {
      await reportStuck()
      const asked = new Set(await claimRunRequests(parts.db))
      for (const job of parts.jobs) {
        const isRunning = jobs.isRunning(job)
        // Requested while it runs: record a skipped run, so that the request has a visible result.
        if (isRunning && asked.has(job.id)) await skipJob(parts, job, 'manual', lease, 'already_running')
        else if (isRunning) continue
        else if (asked.has(job.id)) start(job, 'manual')
        else if (isDue(job)) start(job, 'schedule')
      }
    },
    abort: () => lost.abort(),
    idle: jobs.idle,
  }
}

async function carryOut(
  parts: SchedulerParts,
  job: Job,
  trigger: Trigger,
  lease: LeaderLease,
  lost: AbortSignal,
): Promise<void> {
  if (parts.disabled.includes(job.id)) return skipJob(parts, job, trigger, lease, 'disabled')
  if (trigger === 'schedule' && job.hasWork && !(await job.hasWork(parts))) return
  await runJob(parts, job, trigger, lease, lost)
}

/** Checks once a minute; the table records what was reported. */
function stuckReporter({ db, clock, emit }: SchedulerParts): () => Promise<void> {
  let checkedAt = 0
  return async () => {
    const now = clock()
    if (now.getTime() - checkedAt < STUCK_CHECK_SECONDS * 1000) return
    checkedAt = now.getTime()
    for (const { jobId, runId, trigger } of await claimStuckRuns(db, addSeconds(now, -STUCK_AFTER_MINUTES * 60)))
      emit(events.jobStuck, {
        resource: { type: 'job', id: jobId },
        run_id: runId,
        trigger,
        minutes: STUCK_AFTER_MINUTES,
      })
  }
}
