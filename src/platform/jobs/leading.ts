import { addSeconds } from '#base/time.ts'
import type { Lease } from '../lease.ts'
import * as events from './events.ts'
import { type Job, STUCK_AFTER_MINUTES, type Trigger } from './job.ts'
import { reconcile } from './reconcile.ts'
import { runJob, type RunnerParts, skipJob } from './run-job.ts'
import { lastStarts, takeRequests, takeStuck } from './runs.ts'

const STUCK_CHECK_SECONDS = 60

export type SchedulerParts = RunnerParts & {
  jobs: readonly Job[]
  /** Ids of jobs that this installation does not want. */
  disabled: readonly string[]
  lease: () => Lease | null
}

/** One leadership: from taking over to losing it. */
export type Leading = {
  epoch: bigint
  /** Starts what is due or was asked for; does not wait for it to end. */
  round: () => Promise<void>
  lose: () => void
  /** Resolves when nothing of ours runs any more. */
  idle: () => Promise<void>
}

export async function takeOver(parts: SchedulerParts, lease: Lease): Promise<Leading> {
  await reconcile(parts, lease)
  const lastStart = await lastStarts(parts.db)
  const running = new Map<string, Promise<void>>()
  const lost = new AbortController()
  const reportStuck = stuckReporter(parts)

  const start = (job: Job, trigger: Trigger): void => {
    lastStart.set(job.id, parts.clock())
    const settled = carryOut(parts, job, trigger, lease, lost.signal)
      .catch((error: unknown) => parts.log.error({ err: error, job: job.id }, 'a run could not be recorded'))
      .finally(() => running.delete(job.id))
    running.set(job.id, settled)
  }

  const isDue = (job: Job): boolean => {
    const last = lastStart.get(job.id)
    return !parts.disabled.includes(job.id) && (!last || addSeconds(last, job.everySeconds) <= parts.clock())
  }

  return {
    epoch: lease.epoch,
    round: async () => {
      await reportStuck()
      const asked = new Set(await takeRequests(parts.db))
      for (const job of parts.jobs) {
        // Asked for while it runs: the answer is a run that was skipped, not silence.
        if (running.has(job.id) && asked.has(job.id)) await skipJob(parts, job, 'manual', lease, 'already_running')
        else if (running.has(job.id)) continue
        else if (asked.has(job.id)) start(job, 'manual')
        else if (isDue(job)) start(job, 'schedule')
      }
    },
    lose: () => lost.abort(),
    idle: async () => {
      await Promise.all(running.values())
    },
  }
}

async function carryOut(
  parts: SchedulerParts,
  job: Job,
  trigger: Trigger,
  lease: Lease,
  lost: AbortSignal,
): Promise<void> {
  if (parts.disabled.includes(job.id)) return skipJob(parts, job, trigger, lease, 'disabled')
  if (trigger === 'schedule' && job.hasWork && !(await job.hasWork(parts))) return
  await runJob(parts, job, trigger, lease, lost)
}

/** Looks once a minute; the table remembers what was reported. */
function stuckReporter({ db, clock, emit }: SchedulerParts): () => Promise<void> {
  let checkedAt = 0
  return async () => {
    const now = clock()
    if (now.getTime() - checkedAt < STUCK_CHECK_SECONDS * 1000) return
    checkedAt = now.getTime()
    for (const { jobId, runId, trigger } of await takeStuck(db, addSeconds(now, -STUCK_AFTER_MINUTES * 60)))
      emit(events.jobStuck, {
        resource: { type: 'job', id: jobId },
        run_id: runId,
        trigger,
        minutes: STUCK_AFTER_MINUTES,
      })
  }
}
