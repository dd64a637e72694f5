import type { Job } from './job.ts'
import { execute, type RunnerParts } from './run-job.ts'
import { trackJobs } from './running-jobs.ts'

export type HelperParts = RunnerParts & {
  jobs: readonly Job[]
  /** Ids of jobs that this installation disables. */
  disabled: readonly string[]
}

/** The part of a worker that does not lead in the shared jobs. */
export type Helping = {
  /** Starts shared jobs that are due; does not wait for them to end. */
  startDueJobs: () => void
  /** Stops the running jobs after their current item. */
  abort: () => void
  /** Resolves when no job is running. */
  idle: () => Promise<void>
}

/**
 * Works on the claims of shared jobs beside the leader. A row is claimed by one worker at a time, so nothing is done twice, and
 * what a dead worker had claimed is free again when its claim expires. These runs are not in the table of runs.
 */
export function startHelping(parts: HelperParts): Helping {
  const shared = parts.jobs.filter(({ id, isShared }) => isShared && !parts.disabled.includes(id))
  const jobs = trackJobs(parts)
  let stopped = new AbortController()
  return {
    startDueJobs: () => {
      for (const job of shared)
        if (!jobs.isRunning(job) && jobs.isDue(job))
          jobs.start(job, () => help(parts, job, stopped.signal), 'helping with a job failed')
    },
    abort: () => {
      stopped.abort()
      stopped = new AbortController()
    },
    idle: jobs.idle,
  }
}

async function help(parts: HelperParts, job: Job, stopped: AbortSignal): Promise<void> {
  if (job.hasWork && !(await job.hasWork(parts))) return
  await execute(parts, job, stopped, () => {})
}
